export type Body = Record<string, unknown>;

/** A call of an SDK client to the control address. */
export type ControlCall = {
  service: string;
  operation: string;
  body: Body;
  authorization: string | undefined;
  /** The same for all attempts of one SDK call. */
  invocationId: string;
};
