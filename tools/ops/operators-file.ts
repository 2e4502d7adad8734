/** Where the local cloud writes down, in its state folder, at which addresses it can be operated while it runs. */
export const operatorsFile = 'aws.env';
