import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../../src/config/config.ts';
import { loadRdp, loadSettings, readRdp } from '../../support/registry/rdp-files.ts';

const problemsOf = (text: string, env = {}) => readRdp({ files: { 'application.properties': text }, env }).problems;
const { app: defaultApp } = loadConfig({ files: [], env: {} });

const WHOLE = `spring.datasource.url=jdbc:mysql://db.example.org/rdp
spring.datasource.username=reader
spring.datasource.password=secret
rdp.site.host=https://registry.example.org/
rdp.site.mainsite=https://www.example.org
rdp.site.contact-email=contact@example.org
rdp.settings.isearch.enabled=true
rdp.settings.isearch.apis=https://b.example.org?auth=token-at-b,https://c.example.org?noauth
rdp.settings.isearch.user-id=7
rdp.settings.isearch.auth-tokens=token-of-partner-b,token-of-partner-c
rdp.settings.isearch.search-token=token-everywhere
rdp.settings.isearch.connect-timeout=500
rdp.settings.isearch.read-timeout=2s
rdp.settings.search.enabled-search-modes=BY_RESEARCHER
rdp.settings.privacy.enable-anonymized-search-results=true
rdp.settings.organs.enabled=true`;

const MESSAGES = `rdp.site.shortname=ExR
rdp.site.fullname=Caf\\u00e9 Registry
rdp.site.anonymized-user-name={0} d''ici`;

describe('the settings of an RDP', () => {
  it('are all taken over that mean something here', () => {
    const { database, app } = loadRdp({ files: { 'application.properties': WHOLE, 'messages.properties': MESSAGES } });
    expect(database.follow).toBe('mysql://reader:secret@db.example.org/rdp');
    expect(app.site).toEqual({
      ...defaultApp.site,
      host: 'https://registry.example.org/',
      mainsites: ['https://www.example.org'],
      contactEmail: 'contact@example.org',
      shortname: 'ExR',
      fullname: 'Café Registry',
      anonymizedUserName: "{0} d'ici",
    });
    expect(app.settings).toMatchObject({
      isearch: {
        enabled: true,
        userId: 7,
        searchToken: 'token-everywhere',
        connectTimeoutMs: 500,
        readTimeoutMs: 2000,
      },
      privacy: { enableAnonymizedSearchResults: true },
      search: { enabledSearchModes: ['BY_RESEARCHER'] },
      organs: { enabled: true },
    });
    expect(app.settings.isearch.authTokens.map(({ token }) => token)).toEqual([
      'token-of-partner-b',
      'token-of-partner-c',
    ]);
    expect(app.settings.isearch.partners.map(({ url, token }) => [url, token])).toEqual([
      ['https://b.example.org', 'token-at-b'],
      ['https://c.example.org', undefined],
    ]);
  });

  it.each([
    'rdp.site.contactEmail=a@example.org',
    'rdp.site.contact_email : a@example.org',
    'RDP.Site.CONTACT-EMAIL a@example.org ',
    'rdp.site.contact-email=b@example.org\nrdp.site.contactEmail=a@example.org',
  ])('may be spelt in every way of Spring: %j', (text) => {
    expect(loadSettings(text).app.site.contactEmail).toBe('a@example.org');
  });

  it.each([
    'rdp.settings.isearch.auth-tokens[0]=token-of-partner-b\nrdp.settings.isearch.authTokens[1]=token-of-partner-c',
    'rdp.settings.isearch.auth-tokens[1]=token-of-partner-c\nrdp.settings.isearch.auth-tokens[0]=token-of-partner-b',
    'rdp.settings.isearch.auth-tokens[]=token-of-partner-b\nrdp.settings.isearch.auth-tokens[]=token-of-partner-c',
    'rdp.settings.isearch.auth-tokens=token-of-partner-b,\\\n  token-of-partner-c',
  ])('may hold a list as %j', (text) => {
    const { authTokens } = loadSettings(text).app.settings.isearch;
    expect(authTokens.map(({ token }) => token)).toEqual(['token-of-partner-b', 'token-of-partner-c']);
  });

  it.each([
    ['a file in UTF-8', Buffer.from('rdp.site.fullname=Caf\u00e9')],
    ['a file in UTF-8 with its mark', Buffer.from('\ufeffrdp.site.fullname=Caf\u00e9')],
    ['a file in ISO-8859-1', Buffer.from('rdp.site.fullname=Caf\u00e9', 'latin1')],
  ])('may be %s', (_, bytes) => {
    const { app } = loadRdp({ files: { 'application.properties': '', 'messages.properties': bytes } });
    expect(app.site.fullname).toBe('Café');
  });

  it('leave unset what is empty, but close every search where no mode is named', () => {
    const text = 'rdp.site.mainsite=\nrdp.settings.isearch.user-id=\nrdp.settings.search.enabled-search-modes=';
    const { app } = loadSettings(text);
    expect([app.site.mainsites, app.settings.isearch.userId]).toEqual([[], undefined]);
    expect(app.settings.search.enabledSearchModes).toEqual([]);
  });

  it('have one time for partners that takes the place of both others', () => {
    const prefix = 'rdp.settings.isearch';
    const text = `${prefix}.request-timeout=4\n${prefix}.connect-timeout=9\n${prefix}.read-timeout=9`;
    expect(loadSettings(text).app.settings.isearch).toMatchObject({ connectTimeoutMs: 1000, readTimeoutMs: 4000 });
    expect(readRdp({ files: { 'application.properties': text } }).remarks).toContain(
      `application.properties, line 2: ${prefix}.connect-timeout means nothing beside ${prefix}.request-timeout, as in RDP.`,
    );
  });
});

describe('a placeholder', () => {
  it.each([
    [`\${a.host}`, {}, 'https://a.example.org'],
    [`\${A_HOST:x}`, { A_HOST: 'https://env.example.org' }, 'https://env.example.org'],
    [`\${a.host}`, { A_HOST: 'https://env.example.org' }, 'https://env.example.org'],
    [`https://\${none:b.example.org:8443}/x`, {}, 'https://b.example.org:8443/x'],
    [`https://\${none:\${a.name}}.org`, {}, 'https://a.example.org'],
    [`\${a.\${key}}`, {}, 'https://a.example.org'],
    [`\${all}`, {}, 'https://a.example.org'],
    [`https://\${toString:b}.\${none:example}.org`, {}, 'https://b.example.org'],
  ])('%s is replaced', (host, env, expected) => {
    const others = `a.host=https://a.example.org\na.name=a.example\nkey=host\nall=https://\${a.name}.org`;
    expect(loadSettings(`rdp.site.host=${host}\n${others}`, env).app.site.host).toBe(expected);
  });

  it.each([`\${swordfish}`, `x\${none:\${swordfish}}`, `\${one}`])(
    'that leads nowhere is reported with the key, without what is in it: %s',
    (password) => {
      const url = 'spring.datasource.url=jdbc:mysql://localhost/rdp\nspring.datasource.username=reader';
      const text = `${url}\nspring.datasource.password=${password}\none=\${two}\ntwo=\${one}`;
      expect(problemsOf(text)).toEqual([
        'application.properties, line 3: spring.datasource.password has a placeholder of no known value.',
      ]);
    },
  );

  it.each([
    [
      'that name two others each, 30 levels deep',
      Array.from({ length: 30 }, (_, at) => `\${k${at + 1}}\${k${at + 1}}`),
    ],
    ['that repeat a long text', [`\${k1}`.repeat(900), 'x'.repeat(10_000)]],
  ])('%s are refused in no time', (_, values) => {
    const keys = values.map((value, at) => `k${at}=${value}`).join('\n');
    const before = process.cpuUsage();
    const [problem] = problemsOf(`${keys}\nk${values.length}=https://a.example.org\nrdp.site.host=\${k0}`);
    expect(problem).toContain('rdp.site.host has a placeholder of no known value');
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
  });

  it('without an end is text, and one in a message too', () => {
    const files = { 'application.properties': '', 'messages.properties': `rdp.site.fullname=\${a} and \${b` };
    expect(loadRdp({ files }).app.site.fullname).toBe(`\${a} and \${b`);
  });
});

describe('the files of an RDP', () => {
  it('beside application.properties are found: that of its profile over it, and its messages', () => {
    const files = {
      'application.properties': 'rdp.site.contact-email=a@example.org\nrdp.settings.isearch.user-id=7',
      'application-prod.properties':
        'rdp.site.contact-email=b@example.org\nrdp.settings.isearch.auth-tokens=token-of-partner-b',
      'application-dev.properties': 'rdp.site.contact-email=c@example.org',
      'messages.properties': 'rdp.site.shortname=ExR',
    };
    const { app } = loadRdp({ files });
    expect([app.site.contactEmail, app.site.shortname]).toEqual(['b@example.org', 'ExR']);
    expect(readRdp({ files }).remarks[0]).toMatch(
      /^Taken over from application\.properties, application-prod\.properties, messages\./,
    );
    const dev = { ...files, 'application.properties': 'spring.profiles.active=test, dev' };
    expect(loadRdp({ files: dev }).app.site.contactEmail).toBe('c@example.org');
  });

  it('are looked through for messages in the order of RDP', () => {
    const files = {
      'application.properties': 'rdp.site.shortname=No',
      'application-prod.properties': 'rdp.site.shortname=Second\nrdp.site.fullname=Second',
      'login.properties': 'rdp.site.fullname=Third\nrdp.site.anonymized-user-name=Third {0}',
      'messages.properties': 'rdp.site.shortname=First',
    };
    const { site } = loadRdp({ files }).app;
    expect([site.shortname, site.fullname, site.anonymizedUserName]).toEqual(['First', 'Second', 'Third {0}']);
  });

  it('are refused where the first is not there', () => {
    expect(readRdp({ files: {} }).problems).toEqual(['application.properties cannot be read, there is no such file.']);
  });
});

describe('what of an RDP cannot be taken over', () => {
  it.each([
    [
      'rdp.settings.isearch.auth-tokens[0]=swordfish-of-b\nrdp.settings.isearch.auth-tokens[2]=swordfish-of-c',
      'application.properties, line 2: the list that ends here must be one text, or have every index from 0.',
    ],
    [
      'rdp.settings.isearch.auth-tokens=swordfish-of-b\nrdp.settings.isearch.auth-tokens[0]=swordfish-of-c',
      'application.properties, line 2: the list that ends here must be one text, or have every index from 0.',
    ],
    [
      'rdp.site.host[0]=https://swordfish.example.org',
      'application.properties, line 1: rdp.site.host is a list with indexes, but must be one text.',
    ],
    [
      'rdp.settings.isearch.search-token=\\u12swordfish',
      'application.properties, line 1 is not read: behind \\u there must be four hexadecimal digits.',
    ],
    [
      '\n#---\nrdp.settings.isearch.search-token=swordfish',
      'application.properties, line 2: a second document starts here, which is not read.',
    ],
  ])('is reported with file and line, and the rest is taken: %j', (text, sentence) => {
    const files = { 'application.properties': text, 'messages.properties': 'rdp.site.shortname=ExR' };
    const { yaml, problems, remarks } = readRdp({ files });
    expect(problems).toEqual([sentence]);
    expect(yaml).toBe('app:\n  site:\n    shortname: ExR\n');
    expect(remarks.join()).not.toContain('swordfish');
  });
});

describe('what is reported to an operator', () => {
  const remarksOn = (text: string, more: Record<string, string> = {}) =>
    readRdp({ files: { 'application.properties': text, ...more } }).remarks;

  it('is every key that is taken over, and why others are not, each once', () => {
    const text = `${WHOLE}
spring.jpa.show-sql=false
spring.jpa.open-in-view=false
server.port=8080
flyway.enabled=true
rdp.settings.privacy.default-level=0
rdp.settings.cache.enabled=true
rdp.settings.cache.term-file=x
rdp.settings.isearch.auth-token=swordfish
swordfish
serverswordfish
rdp.site.admin-email=admin@example.org`;
    expect(remarksOn(text, { 'messages.properties': `${MESSAGES}\nrdp.terms-of-service=swordfish` })).toEqual([
      'Taken over from application.properties, messages.properties: spring.datasource.url, spring.datasource.username, spring.datasource.password, rdp.site.host, rdp.site.mainsite, rdp.site.contact-email, rdp.settings.isearch.enabled, rdp.settings.isearch.auth-tokens, rdp.settings.isearch.user-id, rdp.settings.isearch.search-token, rdp.settings.isearch.apis, rdp.settings.isearch.connect-timeout, rdp.settings.isearch.read-timeout, rdp.settings.privacy.enable-anonymized-search-results, rdp.settings.search.enabled-search-modes, rdp.settings.organs.enabled, rdp.site.shortname, rdp.site.fullname, rdp.site.anonymized-user-name.',
      'Not converted, as they say what researchers may choose in their profiles, which are changed in RDP: rdp.settings.privacy.default-level.',
      'Not converted, as they are for the pages of RDP: rdp.site.admin-email.',
      'Not converted, as they say what RDP loads, which this registry takes from its database: rdp.settings.cache.enabled, rdp.settings.cache.term-file.',
      'Not converted, as RDP 1.5 has no such keys: rdp.settings.isearch.auth-token.',
      `Not converted, as they are no keys of RDP: ${[17, 18, 19, 20, 25, 26].map((line) => `application.properties, line ${line}`).join(', ')}.`,
      'Not converted, as they are texts of the pages of RDP: 1 message.',
    ]);
  });

  it.each([
    ['rdp.settings.privacy.public-search=false', 'closes searches on the pages of RDP'],
    ['rdp.settings.privacy.registered-search=no', 'closes searches on the pages of RDP'],
    ['rdp.settings.enabled-tiers=TIER1,TIER2', 'leaves out a tier'],
    ['rdp.settings.ontology.enabled=false', 'takes ontologies from the pages'],
    ['rdp.site.context=/rdp', 'is a key of RDP 1.4'],
    ['rdp.site.shortname=ExR', 'has no effect there'],
  ])('is that this cannot be as in RDP: %s', (text, sentence) => {
    const [key = ''] = text.split('=');
    const about = remarksOn(text).filter((remark) => remark.includes(key) && !remark.includes('is not set'));
    expect(about).toEqual([expect.stringContaining(`application.properties, line 1: ${key} ${sentence}`)]);
  });

  it.each(['rdp.settings.privacy.public-search=true', 'rdp.settings.enabled-tiers=TIER1,tier-2,TIER3'])(
    'says no such thing where it is as in RDP: %s',
    (text) => {
      expect(remarksOn(text).filter((remark) => remark.includes(', line 1'))).toEqual([]);
    },
  );

  it('is what is unset and another thing in RDP', () => {
    const unset = (remarks: readonly string[]) =>
      remarks.flatMap((remark) => /^(.+) is not set:/.exec(remark)?.slice(1) ?? []);
    expect(unset(remarksOn('', { 'messages.properties': 'rdp.site.shortname=ExR' }))).toEqual([
      'rdp.settings.isearch.enabled',
      'rdp.settings.organs.enabled',
      'rdp.site.fullname',
    ]);
  });

  it('is another title', () => {
    const remarks = remarksOn('', { 'messages.properties': 'ApiConfig.title=Mine' });
    expect(remarks.filter((remark) => remark.includes('ApiConfig.title'))).toHaveLength(1);
  });
});
