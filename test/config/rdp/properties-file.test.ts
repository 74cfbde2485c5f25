import { describe, expect, it } from 'vitest';
import { parseProperties } from '../../../src/config/rdp/settings.ts';

const pairs = (text: string) => parseProperties(text).properties.map(({ key, value }) => [key, value]);

describe('a file of properties', () => {
  it.each([
    ['a=b', 'a', 'b'],
    ['a:b', 'a', 'b'],
    ['a b', 'a', 'b'],
    ['a\tb', 'a', 'b'],
    ['  a  =  b  ', 'a', 'b  '],
    ['a = = b', 'a', '= b'],
    ['a : = b', 'a', '= b'],
    ['a', 'a', ''],
    ['a=', 'a', ''],
    ['=b', '', 'b'],
    ['a=b # no comment', 'a', 'b # no comment'],
    ['a\\ b\\=c\\:d=e', 'a b=c:d', 'e'],
    ['a=\\tb\\nc\\q\\\\', 'a', '\tb\ncq\\'],
    ['a=caf\\u00e9 \\uD83E\\uddec', 'a', 'café 🧬'],
    ['a\\u003db=c', 'a=b', 'c'],
    ['a=one,\\\n   two,\\\r\n\tthree', 'a', 'one,two,three'],
    ['a=b\\\n# still b', 'a', 'b# still b'],
    ['a=b\\\n\nc', 'a', 'b'],
    ['a=b\\\\\n', 'a', 'b\\'],
    ['a=b\\', 'a', 'b'],
    ['a\\\n b\\\n =c', 'ab', 'c'],
  ])('reads %j as Java does', (text, key, value) => {
    expect(pairs(text)[0]).toEqual([key, value]);
  });

  it('has comments behind # and !, and lines without anything', () => {
    expect(pairs('# a=b\n  ! c=d \\\n\n \t\ne=f\r# g\rh=i')).toEqual([
      ['e', 'f'],
      ['h', 'i'],
    ]);
  });

  it('gives the first line of each property, and keeps one that is there twice', () => {
    expect(parseProperties('a=1\n\nb=2\\\n  3\na=4').properties.map(({ lineNumber }) => lineNumber)).toEqual([1, 3, 5]);
  });

  it('says where hexadecimal digits are missing', () => {
    expect(parseProperties('a=\\u00e9\nb=\\u12\nc\\uxyz=d\nd=\\\\u12').brokenEscapes).toEqual([2, 3]);
  });

  it('says where another document starts and ends there, but passes lines that only decorate a comment', () => {
    const { properties, secondDocument } = parseProperties('a=1\n#---\nb=2\n  !--- \nc=3');
    expect([properties.map(({ key }) => key), secondDocument]).toEqual([['a'], 2]);
    expect(parseProperties('#---\n# Database\n#---\na=1\n#----\nb=2#---').secondDocument).toBeUndefined();
  });
});
