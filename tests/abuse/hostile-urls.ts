/** Lists URLs of an attacker. With each URL, the attacker wants the server to fetch an internal resource or the file of another user. */

/**
 * @param root the first part of every link to our files
 * @param foreignKey a key of another user
 */
export function hostileUrls(root: string, foreignKey: string): string[] {
  const { protocol, host, hostname } = new URL(root);
  const metadata = ['169.254.169.254', '2852039166', '0xA9FEA9FE', '0251.0376.0251.0376', '169.254.43518', '[::ffff:169.254.169.254]'];
  const loopback = ['127.0.0.1', 'localhost', '127.1', '0', '0.0.0.0', '2130706433', '0x7f000001', '017700000001', '[::1]', '[::]'];
  const privateNets = ['10.0.0.1', '172.16.0.1', '192.168.0.1', '100.64.0.1', '[fd00:ec2::254]', '[fe80::1]', 'metadata.google.internal'];
  const names = ['127.0.0.1.nip.io', 'localtest.me', 'example.com', 'xn--mxample-ova.com', '①②⑦.⓪.⓪.①', '127。0。0。1', 'LOCALHOST'];
  const hosts = [...metadata, ...loopback, ...privateNets, ...names];
  return [
    ...hosts.map((name) => `http://${name}/latest/meta-data/a.jpg`),
    ...hosts.slice(0, 6).map((name) => `https://${name}:443/a.jpg`),
    // These URLs belong to another host, although they contain our host name.
    `${protocol}//${host}@example.com/a.jpg`,
    `${protocol}//someone:secret@${host}/a.jpg`,
    `${protocol}//${hostname}.example.com/a.jpg`,
    `${protocol}//example.com#${host}/a.jpg`,
    `${protocol}//example.com?${root}a.jpg`,
    `${protocol}//example.com\\@${host}/a.jpg`,
    `${protocol}//${hostname}:1/a.jpg`,
    ` ${root}a.jpg`,
    `${root.toUpperCase()}a.jpg`,
    // These URLs have other schemes.
    ...['file:///etc/passwd.txt', 'gopher://127.0.0.1:6379/a.jpg', 'ftp://127.0.0.1/a.jpg', 'dict://127.0.0.1:11211/a.jpg'],
    ...['data:image/png;base64,AAAA', 'javascript:fetch(1)', 'blob:http://x/a.jpg', '//169.254.169.254/a.jpg', 'ldap://127.0.0.1/a.jpg'],
    // These URLs are for files of another user, or contain `..`.
    foreignKey,
    `${root}${foreignKey}`,
    `${root}${foreignKey}?Expires=1&Signature=0&Key-Pair-Id=K0`,
    `${root}uploads/../${foreignKey}`,
    `${root}%2e%2e/${foreignKey}`,
    `${root}uploads%2F..%2F${foreignKey}`,
    `${root}/${foreignKey}`,
    `${root}${foreignKey}%00.jpg`,
    `../${foreignKey}`,
    `./${foreignKey}`,
    `/${foreignKey}`,
    foreignKey.replaceAll('/', '\\'),
    `${foreignKey}/../${foreignKey}`,
    `${root}exports/${foreignKey.split('/')[1]}/a.json`,
    `archives/${foreignKey.split('/')[1]}/a.zip`,
    'a\r\nHost: example.com/a.jpg',
    `${'a/'.repeat(2000)}a.jpg`,
  ];
}
