/** All accounts have the same index key. An account leaves the index `welcome` after some minutes, when its welcome mail is done. */
export const welcomeShard = 'welcome';

/** Returns the fields that put a new account into the index, and the language of the browser. */
export const welcomeFields = (language: string | undefined) => ({ welcome_shard: welcomeShard, ...(language && { language }) });
