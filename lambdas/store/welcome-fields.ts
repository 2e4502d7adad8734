/** One key for all: an account is in the index `welcome` until its welcome mail is settled, which takes some minutes. */
export const welcomeShard = 'welcome';

/** What puts a new account's row into the index, with the language that its browser asked for. */
export const welcomeFields = (language: string | undefined) => ({ welcome_shard: welcomeShard, ...(language && { language }) });
