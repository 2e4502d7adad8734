/** File in the state folder with the URLs of the running local cloud, for the operators' commands. */
export const operatorsFile = 'aws.env';
