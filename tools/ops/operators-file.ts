/** File in the state folder with the addresses of the running local cloud, for the operators' commands. */
export const operatorsFile = 'aws.env';
