/** Name of a file in the state folder. The file contains the URLs of the running local cloud, for the operators' commands. */
export const operatorsFile = 'aws.env';
