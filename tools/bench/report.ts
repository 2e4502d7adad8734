export type Report = (name: string, value: number, unit: string) => void;
