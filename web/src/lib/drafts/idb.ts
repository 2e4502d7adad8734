/** A small key-value wrapper around IndexedDB with two stores. If the browser refuses storage, the page works without storage. */
const stores = ['drafts', 'files'] as const;
type StoreName = (typeof stores)[number];

let opening: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('vitrine', 1);
    request.onupgradeneeded = () => {
      for (const name of stores) request.result.createObjectStore(name);
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  }).catch((error: unknown) => {
    opening = undefined;
    throw error;
  });
  return opening;
}

const waitForRequest = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Waits for the end of the transaction. A browser without free space accepts the request, but later aborts the transaction. */
const waitForTransaction = ({ transaction }: IDBRequest): Promise<void> =>
  new Promise((resolve, reject) => {
    if (!transaction) return resolve();
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });

const objectStore = async (name: StoreName, mode: IDBTransactionMode) => (await open()).transaction(name, mode).objectStore(name);

export const readStored = async <Value>(name: StoreName, key: string): Promise<Value | undefined> =>
  waitForRequest<Value | undefined>((await objectStore(name, 'readonly')).get(key));

export const writeStored = async (name: StoreName, key: string, value: unknown): Promise<void> => {
  await waitForTransaction((await objectStore(name, 'readwrite')).put(value, key));
};

export const removeStored = async (name: StoreName, key: string): Promise<void> => {
  await waitForTransaction((await objectStore(name, 'readwrite')).delete(key));
};

export const storedKeys = async (name: StoreName): Promise<string[]> =>
  (await waitForRequest((await objectStore(name, 'readonly')).getAllKeys())).map(String);
