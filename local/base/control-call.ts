export type Body = Record<string, unknown>;

/** A call of an SDK client to the control server. */
export type ControlCall = {
  service: string;
  operation: string;
  body: Body;
  authorization: string | undefined;
  /** All attempts of one SDK call have the same id. */
  invocationId: string;
};
