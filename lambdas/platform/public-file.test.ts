import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isPublicAddress } from './public-address.ts';
import { fetchPublicFile } from './public-file.ts';

describe('isPublicAddress', () => {
  test.each([
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '127.255.255.255', '169.254.169.254', '172.16.0.1', '172.31.255.255'],
    ...['192.0.0.1', '192.0.2.1', '192.168.1.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
    ...[
      '::',
      '::1',
      '::ffff:169.254.169.254',
      '::ffff:8.8.8.8',
      '64:ff9b::808:808',
      '100::1',
      'fc00::1',
      'fd00:ec2::254',
      'fe80::1',
      'ff02::1',
    ],
    ...['2001::1', '2001:db8::1', '2002:7f00:1::', '3fff::1', 'localhost', '', '1.2.3', '0x7f000001', '2130706433'],
  ])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false));

  test.each([
    '8.8.8.8',
    '93.184.216.34',
    '172.15.255.255',
    '172.32.0.1',
    '100.63.255.255',
    '100.128.0.1',
    '2606:4700::1111',
    '2a00:1450:4001::200e',
  ])('%s is public', (address) => expect(isPublicAddress(address)).toBe(true));
});

const publicIp = '93.184.216.34';
let server: Server;
let requests: { path: string; address: string; host: string | undefined }[] = [];
/** The answers of the name server, one for each lookup. The last answer is repeated. */
let answers: Record<string, string[][]>;

beforeAll(async () => {
  server = createServer(({ url = '', headers }, response) => {
    requests.push({ path: url, address: String(headers['x-address']), host: headers.host });
    const redirect = /^\/to\?(.*)$/.exec(url);
    if (redirect) response.writeHead(302, { location: decodeURIComponent(redirect[1] ?? '') }).end();
    else if (url === '/missing.jpg') response.writeHead(404).end('not here');
    else if (url === '/slow.jpg') response.writeHead(200).write('start');
    else if (url === '/loop') response.writeHead(302, { location: '/loop' }).end();
    else response.writeHead(200).end('0123456789');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  requests = [];
  answers = { 'shop.example': [[publicIp]], 'cdn.example': [[publicIp]] };
});

/** Sends every request to the test server, and remembers the address to which it would go. */
const network = {
  resolve: async (host: string) => {
    const list = answers[host] ?? [];
    return (list.length > 1 ? list.shift() : list[0]) ?? [];
  },
  get: (url: URL, address: string, signal: AbortSignal) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const { port } = server.address() as AddressInfo;
      const headers = { host: url.host, 'x-address': address };
      const sent = request({ host: '127.0.0.1', port, path: url.pathname + url.search, headers, signal, agent: false }, resolve);
      sent.on('error', reject);
      sent.end();
    }),
};
const limits = { bytesMax: 100, timeoutMs: 2_000 };
const fetchIt = (url: string, changes: Partial<typeof limits> = {}) => fetchPublicFile(url, { ...limits, ...changes }, network);
const to = (location: string) => `https://shop.example/to?${encodeURIComponent(location)}`;

describe('a URL is refused before any request', () => {
  test.each([
    ...[
      'http://shop.example/a.jpg',
      'ftp://shop.example/a.jpg',
      'file:///etc/passwd',
      'data:image/png;base64,AAAA',
      'javascript:1',
      'a.jpg',
      '',
    ],
    ...['https://127.0.0.1/a.jpg', 'https://2130706433/a.jpg', 'https://0x7f000001/a.jpg', 'https://127.1/a.jpg', 'https://[::1]/a.jpg'],
    ...['https://169.254.169.254/latest/meta-data', 'https://8.8.8.8/a.jpg', 'https://localhost/a.jpg', 'https://①②⑦.⓪.⓪.①/a.jpg'],
    ...[
      'https://someone:secret@shop.example/a.jpg',
      'https://shop.example:8443/a.jpg',
      'https://shop.example:80/a.jpg',
      '//shop.example/a.jpg',
    ],
  ])('the URL %s is refused before any request', async (url) => {
    await expect(fetchIt(url)).rejects.toMatchObject({ code: 'PhotoAddressRefused' });
    expect(requests).toEqual([]);
  });

  test.each([[['10.0.0.1']], [['::1']], [[publicIp, '169.254.169.254']], [[]]])(
    'a URL is refused if its name has the addresses %j',
    async (addresses) => {
      answers['shop.example'] = [addresses];
      await expect(fetchIt('https://shop.example/a.jpg')).rejects.toMatchObject({ code: 'PhotoAddressRefused' });
      expect(requests).toEqual([]);
    },
  );
});

describe('a redirect is refused', () => {
  test.each([
    ...[
      'http://shop.example/a.jpg',
      'https://127.0.0.1/a.jpg',
      'https://inside.example/a.jpg',
      'https://cdn.example:444/a.jpg',
      'file:///etc/passwd',
    ],
  ])('a redirect is refused if it leads to %s', async (location) => {
    answers['inside.example'] = [['192.168.0.1']];
    await expect(fetchIt(to(location))).rejects.toMatchObject({ code: 'PhotoAddressRefused' });
    expect(requests).toHaveLength(1);
  });

  test('a redirect is refused if the name server returns another address for the second request', async () => {
    answers['shop.example'] = [[publicIp], ['127.0.0.1']];
    await expect(fetchIt(to('/a.jpg'))).rejects.toMatchObject({ code: 'PhotoAddressRefused' });
    expect(requests).toHaveLength(1);
  });
});

describe('a file is not returned', () => {
  test.each([
    ['it does not exist', 'https://shop.example/missing.jpg'],
    ['its redirects never end', 'https://shop.example/loop'],
  ])('a file is not returned if %s', async (_, url) => {
    await expect(fetchIt(url)).rejects.toMatchObject({ code: 'PhotoAddressFailed' });
    expect(requests.length).toBeLessThanOrEqual(4);
  });

  test('a file is not returned if it arrives too slowly', async () => {
    await expect(fetchIt('https://shop.example/slow.jpg', { timeoutMs: 200 })).rejects.toMatchObject({ code: 'PhotoAddressFailed' });
  });

  test('a file is not returned if it is too large', async () =>
    expect(await fetchIt('https://shop.example/a.jpg', { bytesMax: 9 })).toBeUndefined());
});

test('a file is fetched from the checked address, with the name of its host', async () => {
  expect(String(await fetchIt('https://shop.example/a.jpg?v=1'))).toBe('0123456789');
  expect(requests).toEqual([{ path: '/a.jpg?v=1', address: publicIp, host: 'shop.example' }]);
});

test('a redirect to another public host is followed', async () => {
  answers['cdn.example'] = [['8.8.8.8']];
  expect(String(await fetchIt(to('https://cdn.example/b.jpg')))).toBe('0123456789');
  expect(requests.at(-1)).toEqual({ path: '/b.jpg', address: '8.8.8.8', host: 'cdn.example' });
});
