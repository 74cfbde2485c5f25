import { describe, expect, it, test } from 'vitest';
import { loadConfig } from '../../src/config/config.ts';
import { loadRdp, loadSettings, rdpRefusal } from '../support/registry/rdp-files.ts';

const refusedSettings = (text: string, env = {}) => rdpRefusal({ files: { 'application.properties': text }, env });
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
    const { app } = loadRdp({ files: { 'messages.properties': bytes }, given: ['messages.properties'] });
    expect(app.site.fullname).toBe('Café');
  });

  it('lie below files of the registry, wherever those stand, and below the environment', () => {
    const files = {
      'application.properties': 'rdp.site.contact-email=a@example.org\nrdp.settings.isearch.enabled=false',
      'own.yaml': 'app: {site: {contact-email: b@example.org}}',
      'later.yaml': 'app: {site: {fullname: Later}}',
    };
    for (const given of [
      ['own.yaml', 'later.yaml', 'application.properties'],
      ['application.properties', 'own.yaml', 'later.yaml'],
    ]) {
      const { app } = loadRdp({ files, given, env: { APP_SETTINGS_ISEARCH_ENABLED: 'true' } });
      expect([app.site.contactEmail, app.site.fullname, app.settings.isearch.enabled]).toEqual([
        'b@example.org',
        'Later',
        true,
      ]);
    }
  });

  it('leave unset what is empty, but close every search where no mode is named', () => {
    const text = 'rdp.site.mainsite=\nrdp.settings.isearch.user-id=\nrdp.settings.search.enabled-search-modes=';
    const { app } = loadSettings(text);
    expect([app.site.mainsites, app.settings.isearch.userId]).toEqual([[], undefined]);
    expect(app.settings.search.enabledSearchModes).toEqual([]);
  });

  it('have one time for partners that takes the place of both others', () => {
    const prefix = 'rdp.settings.isearch';
    const { app, remarks } = loadSettings(
      `${prefix}.request-timeout=4\n${prefix}.connect-timeout=9\n${prefix}.read-timeout=9`,
    );
    expect(app.settings.isearch).toMatchObject({ connectTimeoutMs: 1000, readTimeoutMs: 4000 });
    expect(remarks).toContain(
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

  it.each([
    [`\${swordfish}`, 'of no known value'],
    [`x\${none:\${swordfish}}`, 'of no known value'],
  ])('%s is refused with the key, without what stands in it', (password, found) => {
    const url = 'spring.datasource.url=jdbc:mysql://localhost/rdp\nspring.datasource.username=reader';
    const problems = refusedSettings(`${url}\nspring.datasource.password=${password}\none=\${two}\ntwo=\${one}`);
    expect(problems).toEqual([
      `application.properties, line 3: spring.datasource.password is a text with a placeholder (not shown) ${found}, but must be one that is set in these files or the environment, or has a default behind a colon.`,
    ]);
  });

  it('that leads back to itself is refused with the name of a key on its way', () => {
    const host = 'rdp.site.host is a text with a placeholder that leads back to itself, through "one", but must be';
    const [problem] = refusedSettings(`rdp.site.host=\${one}\none=\${two}\ntwo=\${one}`);
    expect(problem).toContain(`application.properties, line 1: ${host}`);
  });

  it.each([
    [
      'that name two others each, 60 levels deep',
      Array.from({ length: 60 }, (_, at) => `\${k${at + 1}}\${k${at + 1}}`),
    ],
    [
      'that name two others each, 30 levels deep',
      Array.from({ length: 30 }, (_, at) => `\${k${at + 1}}\${k${at + 1}}`),
    ],
    ['that lie one in the other', [`${'${'.repeat(50_000)}x${'}'.repeat(50_000)}`]],
    ['that lie one behind the other', [`\${k1}`.repeat(50_000), 'x']],
    ['that repeat a long text', [`\${k1}`.repeat(900), 'x'.repeat(10_000)]],
  ])('%s are refused in no time', (_, values) => {
    const keys = values.map((value, at) => `k${at}=${value}`).join('\n');
    const before = process.cpuUsage();
    const [problem] = refusedSettings(`${keys}\nk${values.length}=https://a.example.org\nrdp.site.host=\${k0}`);
    expect(problem).toContain('placeholders (not shown) that are too many, too deep or too long once replaced');
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
    const { app, remarks } = loadRdp({ files });
    expect([app.site.contactEmail, app.site.shortname]).toEqual(['b@example.org', 'ExR']);
    expect(remarks[0]).toMatch(/^Taken over from application\.properties, application-prod\.properties, messages\./);
    const dev = { ...files, 'application.properties': 'spring.profiles.active=test, dev' };
    expect(loadRdp({ files: dev }).app.site.contactEmail).toBe('c@example.org');
  });

  it('that name a database beside database.follow are reported not to count, with their account', () => {
    const files = {
      'application.properties': `spring.datasource.url=jdbc:mysql://db.example.org:3306/rdp
spring.datasource.username=rdp
spring.datasource.password=swordfish
rdp.site.contact-email=a@example.org`,
    };
    const env = { DATABASE_FOLLOW: 'mysql://reader:secret@other.example.org:3306/rdp' };
    const { database, remarks } = loadRdp({ files, env });
    expect(database.follow).toBe(env.DATABASE_FOLLOW);
    expect(remarks.slice(0, 2)).toEqual([
      'Taken over from application.properties: rdp.site.contact-email.',
      'Not taken over, as database.follow is set elsewhere and counts: spring.datasource.url, spring.datasource.username, spring.datasource.password.',
    ]);
    expect(remarks.join()).not.toMatch(/swordfish|secret|no database is followed/);
    const only = { 'application.properties': 'rdp.site.contact-email=a@example.org' };
    expect(loadRdp({ files: only, env }).remarks.join()).not.toContain('no database is followed');
  });

  it('may be given in any order, and more than once', () => {
    const files = {
      'application.properties': 'rdp.site.contact-email=a@example.org',
      'application-prod.properties': 'rdp.site.contact-email=b@example.org',
    };
    const given = ['application-prod.properties', 'application.properties', 'application.properties'];
    expect(loadRdp({ files, given }).app.site.contactEmail).toBe('b@example.org');
  });

  it('are looked through for messages in the order of RDP, those of a language where they are given', () => {
    const files = {
      'application.properties': 'rdp.site.shortname=No',
      'application-prod.properties': 'rdp.site.shortname=Second\nrdp.site.fullname=Second',
      'login.properties': 'rdp.site.fullname=Third\nrdp.site.anonymized-user-name=Third {0}',
      'messages.properties': 'rdp.site.shortname=First',
      'messages_fr.properties': 'rdp.site.shortname=Premier',
    };
    const { site } = loadRdp({ files }).app;
    expect([site.shortname, site.fullname, site.anonymizedUserName]).toEqual(['First', 'Second', 'Third {0}']);
    const given = ['application.properties', 'messages_fr.properties'];
    expect(loadRdp({ files, given }).app.site.shortname).toBe('Premier');
  });

  it('are refused where one is not there', () => {
    expect(rdpRefusal({ files: {} })).toEqual([
      'application.properties: the configuration file cannot be read, there is no such file.',
    ]);
  });
});

describe('what is refused of an RDP', () => {
  const partner = 'application.properties, line 1, rdp.settings.isearch';
  it.each([
    [
      'rdp.site.host=example.org',
      'application.properties, line 1: rdp.site.host is the text "example.org", but must be an absolute address that starts with http:// or https://, without user name, query or fragment.',
    ],
    [
      '\n\nrdp.settings.isearch.enabled=maybe',
      'application.properties, line 3: rdp.settings.isearch.enabled is the text "maybe", but must be true or false.',
    ],
    [
      'rdp.settings.search.enabled-search-modes=BY_GENE,BY_NAME',
      'application.properties, line 1: rdp.settings.search.enabled-search-modes[1] is the text "BY_NAME", but must be one of BY_GENE, BY_RESEARCHER.',
    ],
    [
      'rdp.settings.isearch.read-timeout=2h',
      'application.properties, line 1: rdp.settings.isearch.read-timeout is the number 7200000, but must be a whole number from 1 to 60000.',
    ],
    [
      'rdp.settings.isearch.auth-tokens=swordfish',
      'application.properties, line 1: rdp.settings.isearch.auth-tokens[0] is a text (not shown), but must be text (in quotes) of at least 12 letters, digits or signs without blanks, or a map with name and token.',
    ],
    [
      'rdp.settings.isearch.auth-tokens[0]=swordfish-of-b\nrdp.settings.isearch.auth-tokens[2]=swordfish-of-c',
      'application.properties, line 2: this list has no entry [1], but its indexes must run from 0 without a gap.',
    ],
    [
      'rdp.settings.isearch.auth-tokens=swordfish-of-b\nrdp.settings.isearch.auth-tokens[0]=swordfish-of-c',
      'application.properties, line 2: this list was given before as one text, but must be written with indexes or without, not both.',
    ],
    [
      'rdp.site.host[0]=https://a.example.org',
      'application.properties, line 1: rdp.site.host is a list with indexes, but must be one text.',
    ],
    [
      'rdp.settings.isearch.search-token=\\u12swordfish',
      'application.properties, line 1: behind \\u there must be four hexadecimal digits.',
    ],
    [
      'rdp.site.contact-email=a@example.org\n#---\nspring.config.activate.on-profile=dev',
      'application.properties, line 2: a second document starts here, but a file must hold one only.',
    ],
    [
      'rdp.settings.isearch.user-id=7',
      `${partner}.user-id: app.settings.isearch.user-id is set, but must be set together with app.settings.isearch.auth-tokens or not at all.`,
    ],
    [
      'rdp.settings.isearch.apis=http://swordfish.example.org',
      `${partner}.apis: app.settings.isearch.apis[0] is an address that starts with http://, but must be one that starts with https://, or a map with insecure: true.`,
    ],
  ])('is reported with file, line and key: %j', (text, sentence) => {
    const problems = refusedSettings(text);
    expect(problems).toContain(sentence);
    expect(problems.join()).not.toContain('swordfish');
  });
});

describe('what is reported to an operator', () => {
  const remarksOn = (text: string, more: Record<string, string> = {}) =>
    loadRdp({ files: { 'application.properties': text, ...more } }).remarks;

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
      'Not taken over, as they say what researchers may choose in their profiles, which are changed in RDP: rdp.settings.privacy.default-level.',
      'Not taken over, as they are for the pages of RDP: rdp.site.admin-email.',
      'Not taken over, as they say what RDP loads, which this registry takes from its database: rdp.settings.cache.enabled, rdp.settings.cache.term-file.',
      'Not taken over, as RDP 1.5 has no such keys: rdp.settings.isearch.auth-token.',
      'Not taken over, as they are for Spring: spring.jpa (2 keys), server.port, flyway.enabled.',
      'Not taken over, as they are no keys of RDP or Spring: application.properties, line 25, application.properties, line 26.',
      'Not taken over, as they are texts of the pages of RDP: 1 message.',
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

  it('is what is unset and another thing in RDP, unless it is set elsewhere', () => {
    const unset = (remarks: readonly string[]) =>
      remarks.flatMap((remark) => /^(.+) is not set/.exec(remark)?.slice(1) ?? []);
    expect(unset(remarksOn(''))).toEqual([
      'rdp.settings.isearch.enabled',
      'rdp.settings.organs.enabled',
      'rdp.site.shortname',
      'rdp.site.fullname',
    ]);
    const own = { 'messages.properties': 'rdp.site.shortname=ExR', 'own.yaml': 'app: {site: {fullname: Own}}' };
    const given = ['messages.properties', 'own.yaml'];
    expect(unset(loadRdp({ files: own, given }).remarks)).toEqual([]);
  });

  it('is that a partner has less time for its answer than RDP waits for a part of it', () => {
    expect(remarksOn('rdp.settings.isearch.read-timeout=5000')).toContain(
      'application.properties, line 1, rdp.settings.isearch.read-timeout is as much time as app.settings.isearch.partner-timeout gives a partner for its whole answer, or more.',
    );
  });

  it('is that a key stands there twice, and another title', () => {
    const twice = remarksOn('rdp.site.host=https://a.example.org\nrdp.site.host=https://b.example.org', {
      'messages.properties': 'ApiConfig.title=Mine',
    });
    expect(twice).toContain(
      'application.properties, line 2: this key was given before; the last one counts, as in RDP.',
    );
    expect(twice.filter((remark) => remark.includes('ApiConfig.title'))).toHaveLength(1);
  });
});

test('without a file of an RDP nothing is reported', () => {
  expect(loadRdp({ files: { 'own.yaml': '' }, given: ['own.yaml'] }).remarks).toEqual([]);
});
