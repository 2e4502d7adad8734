import type { CallResponse } from '../secrets-manager/secrets.ts';

export type Parameters = {
  put(name: string, value: string): void;
  handleCall(operation: string, body: Record<string, unknown>): CallResponse;
};

/** Creates a local Parameter Store that supports plain texts only. */
export function createParameters(): Parameters {
  const values = new Map<string, string>();
  return {
    put: (name, value) => void values.set(name, value),
    handleCall(operation, { Name }) {
      if (operation !== 'GetParameter') return { status: 501, body: { __type: 'NotImplemented', message: operation } };
      const value = values.get(String(Name));
      if (value === undefined) return { status: 400, body: { __type: 'ParameterNotFound', message: `There is no parameter ${Name}` } };
      return { status: 200, body: { Parameter: { Name, Type: 'String', Value: value, Version: 1 } } };
    },
  };
}
