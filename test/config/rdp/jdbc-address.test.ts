import { describe, expect, it } from 'vitest';
import { loadSettings, readRdp } from '../../support/registry/rdp-files.ts';

const ACCOUNT = 'spring.datasource.username=reader\nspring.datasource.password=secret';
const follow = (...lines: readonly string[]) => loadSettings(lines.join('\n')).database.follow;

describe('the database of an RDP', () => {
  it.each([
    ['jdbc:mysql://db.example.org:3306/rdp', 'mysql://reader:secret@db.example.org:3306/rdp'],
    ['JDBC:MariaDB://db.example.org/rdp', 'mariadb://reader:secret@db.example.org/rdp'],
    ['jdbc:mysql://[2001:db8::1]:3307/rdp', 'mysql://reader:secret@[2001:db8::1]:3307/rdp'],
    ['jdbc:mysql:///rdp', 'mysql://reader:secret@localhost/rdp'],
    ['jdbc:mysql://root:other@localhost/my%20rdp', 'mysql://reader:secret@localhost/my%20rdp'],
    [
      'jdbc:mysql://localhost/rdp?useUnicode=true&useSSL=false',
      'mysql://reader:secret@localhost/rdp?ssl-mode=DISABLED',
    ],
    ['jdbc:mysql://localhost/rdp?sslMode=VERIFY_CA', 'mysql://reader:secret@localhost/rdp?ssl-mode=VERIFY_IDENTITY'],
    ['jdbc:mariadb://localhost/rdp?sslMode=trust', 'mariadb://reader:secret@localhost/rdp?ssl-mode=REQUIRED'],
    ['jdbc:mysql://localhost/rdp?sslMode=PREFERRED', 'mysql://reader:secret@localhost/rdp'],
    ['jdbc:mysql://localhost/rdp?useSSL=true&requireSSL=true', 'mysql://reader:secret@localhost/rdp?ssl-mode=REQUIRED'],
    [
      'jdbc:mysql://localhost/rdp?verifyServerCertificate=true',
      'mysql://reader:secret@localhost/rdp?ssl-mode=VERIFY_IDENTITY',
    ],
  ])('at %s is followed', (url, address) => {
    expect(follow(`spring.datasource.url=${url}`, ACCOUNT)).toBe(address);
  });

  it('may have any signs in account and password, which stay as they are', () => {
    const account = 'spring.datasource.username=a@b\nspring.datasource.password= p\\u00e4:/?#% (!*\\\\ ';
    const address = new URL(follow('spring.datasource.url=jdbc:mysql://localhost/rdp', account) ?? '');
    expect([address.username, address.password].map(decodeURIComponent)).toEqual(['a@b', 'pä:/?#% (!*\\ ']);
  });

  it.each([
    ['in front of the host', 'jdbc:mysql://reader:a%2Fb@localhost/rdp'],
    ['behind the ?', 'jdbc:mysql://localhost/rdp?user=reader&password=a%2Fb'],
  ])('may have account and password in its address, %s', (_, url) => {
    expect(follow(`spring.datasource.url=${url}`)).toBe('mysql://reader:a%2Fb@localhost/rdp');
  });

  it('has parameters that mean nothing here, which is reported', () => {
    const text = `spring.datasource.url=jdbc:mysql://localhost/rdp?serverTimezone=UTC\n${ACCOUNT}`;
    expect(readRdp({ files: { 'application.properties': text } }).remarks).toContain(
      'application.properties, line 1: spring.datasource.url has more behind its ? than is taken over, which is account, password and encryption.',
    );
  });

  it.each([
    ['jdbc:h2:mem:swordfish', 'an address of another kind'],
    ['jdbc:mysql:loadbalance://swordfish/rdp', 'an address of another kind'],
    ['mysql://swordfish/rdp', 'an address of another kind'],
    ['jdbc:mysql://swordfish,b.example.org/rdp', 'an address with several servers'],
    ['jdbc:mysql://address=(host=swordfish)/rdp', 'an address with several servers'],
    ['jdbc:mysql://swordfish', 'an address without a schema'],
    ['jdbc:mysql://reader:swordfish@localhost/', 'an address without a schema'],
    ['jdbc:mysql://a:swordfish:x/rdp', 'an address without a readable host'],
  ])('is refused at %s, without a word of it', (url, found) => {
    const files = { 'application.properties': `\nspring.datasource.url=${url}\n${ACCOUNT}` };
    expect(readRdp({ files }).problems).toEqual([
      `application.properties, line 2: spring.datasource.url is ${found} (not shown), but must be one such as jdbc:mysql://db.example.org:3306/rdp, or jdbc:mariadb://….`,
    ]);
  });

  it('needs an account', () => {
    const files = { 'application.properties': 'spring.datasource.url=jdbc:mysql://localhost/rdp' };
    expect(readRdp({ files }).problems).toEqual([
      'application.properties, line 1: spring.datasource.url has no spring.datasource.username beside it.',
    ]);
  });
});
