/** One index key for all accounts: an account is in the index `welcome` for only some minutes, until its welcome mail is settled. */
export const welcomeShard = 'welcome';

/** The fields that put a new account into the index, with the browser's language. */
export const welcomeFields = (language: string | undefined) => ({ welcome_shard: welcomeShard, ...(language && { language }) });
