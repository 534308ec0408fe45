import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeLink, typedLink } from './links.ts';
import { hasText, plainText, rebuiltHtml } from './richText.ts';

/** Elements that are not closed in their turn. */
function openAtEnd(html: string): string[] {
  const open: string[] = [];
  for (const [, slash, tag = ''] of html.matchAll(/<(\/?)([a-z0-9]+)[^>]*>/g)) {
    if (['br', 'hr', 'img'].includes(tag)) continue;
    if (slash === '' || open.at(-1) !== tag) open.push(tag);
    else open.pop();
  }
  return open;
}

describe('HTML of a message is written anew', () => {
  it.each([
    ['what is allowed stays', '<p>Hello <b>you</b><br>all</p>', '<p>Hello <strong>you</strong><br>all</p>'],
    ['scripts', '<p>a</p><script>alert(1)</script><style>p{}</style>', '<p>a</p>'],
    ['what has no end', '<p>a<script>alert(1)', '<p>a</p>'],
    ['handlers', '<p onclick="x()" style="color:red" class="a">a</p>', '<p>a</p>'],
    ['alignment', '<p style="color:red; text-align: center">a</p>', '<p style="text-align:center">a</p>'],
    ['drawings', '<svg><a href="javascript:1"><text>no</text></a></svg>a', 'a'],
    ['comments', 'a<!-- <img src=x onerror=1> -->b<![CDATA[<b>]]>', 'ab'],
    ['elements in text', '&lt;script&gt;alert(1)&lt;/script&gt;', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['scripts as links', '<a href=" javascript:alert(1)">a</a>', '<a>a</a>'],
    ['disguised links', '<a href="java&#10;script:alert(1)">a</a>', '<a>a</a>'],
    ['pictures from anywhere else', '<p>a<img src="file:///x" alt="no"></p>', '<p>a</p>'],
    [
      'pictures, as wide as there is room',
      '<p><img src="data:image/png;base64,AAAA" onload="x()" alt=\'A "hall"\' width=600 style="position:fixed"></p>',
      '<p><img src="data:image/png;base64,AAAA" alt="A &quot;hall&quot;" width="600" style="max-width:100%;height:auto"></p>',
    ],
    ['parts of other mails', '<p>a<img src="cid:a@b.c"></p>', '<p>a</p>'],
    ['drawings as pictures', '<img src="data:image/svg+xml;base64,PHN2Zz4=">', ''],
    ['elements that were not closed in turn', '<b><i>a</b>b</i>', '<strong><em>a</em></strong>b'],
    ['paragraphs within each other', '<p>a<p>b<div>c</div></p>', '<p>a</p><p>b</p><p>c</p>'],
    ['rows of a list without a list', '<li>a<li>b', '<ul><li>a</li><li>b</li></ul>'],
    [
      'lists within lists',
      '<ul><li>a<ul><li>b</ul><li>c</ul>',
      '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>',
    ],
    [
      'a word processor',
      '<html><head><style>@x</style></head><body><p class=MsoNormal style="mso-x:1">Good <o:p></o:p><span style="font:x">day</span></p>\n</body></html>',
      '<p>Good day</p>',
    ],
    ['a table', '<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>', '<p>a b</p><p>c</p>'],
    ['a chip', '<p>Dear <span data-variable="forename">Ada</span>,</p>', '<p>Dear {{forename}},</p>'],
    ['no-break spaces', '<p>Ah\u00a0! <b>\u00a0</b></p>', '<p>Ah\u00a0! <strong>\u00a0</strong></p>'],
  ])('%s', (_title, html, expected) => {
    expect(rebuiltHtml(html)).toBe(expected);
  });

  it('links open apart and tell nobody where from', () => {
    expect(rebuiltHtml('<a href="https://example.org/?a=1&amp;b=2" target="x">a</a>')).toBe(
      '<a href="https://example.org/?a=1&amp;b=2" rel="noopener noreferrer" target="_blank">a</a>',
    );
  });

  const wild = fc
    .array(
      fc.constantFrom(
        ...[
          '<p>',
          '</p>',
          '<b>',
          '</b>',
          '<a href="https://x.y">',
          '</a>',
          '<li>',
          '<ul>',
          '</ul>',
          '<img src=x>',
        ],
        ...[
          '<script>',
          '</script>',
          '<!--',
          '-->',
          '"',
          "'",
          '<',
          '>',
          '&lt;',
          '&amp;lt;',
          '&',
          ' ',
          '\n',
          'word',
        ],
        ...[
          '<svg>',
          '</svg>',
          '<title>',
          '<textarea>',
          '<math>',
          '<h1 style=text-align:right>',
          '\u0000',
          '{{dear}}',
        ],
      ),
      { maxLength: 40 },
    )
    .map((parts) => parts.join(''));

  it('twice is once, and each element is closed in its turn', () => {
    fc.assert(
      fc.property(wild, (html) => {
        const once = rebuiltHtml(html);
        expect(rebuiltHtml(once)).toBe(once);
        expect(openAtEnd(once)).toEqual([]);
        expect(once).not.toMatch(/<(?!\/?(?:p|br|strong|a|li|ul|img|h1)\b)/);
      }),
      { numRuns: 2000 },
    );
  });

  it('a value is text, whatever is in it', () => {
    const evil = '<img src=x onerror=alert(1)>\n"&';
    const options = { text: (text: string) => text.replaceAll('{{surname}}', evil) };
    expect(rebuiltHtml('<p>{{surname}}</p>', options)).toBe(
      '<p>&lt;img src=x onerror=alert(1)&gt;<br>&quot;&amp;</p>',
    );
  });

  it('bears what is nested a thousand times', () => {
    expect(rebuiltHtml(`${'<blockquote>'.repeat(4000)}a`)).toContain('a');
    expect(rebuiltHtml(`${'<b>'.repeat(16_000)}a`).length).toBeLessThan(1000);
  });
});

describe('the same as text alone', () => {
  it('has paragraphs, lists and the addresses of links', () => {
    const html =
      '<h1>Gala</h1><p>Dear <b>Ada</b>,<br>see <a href="https://example.org/x">the page</a> or <a href="https://example.org">example.org</a>.</p><ul><li>one</li><li>two</li></ul><ol><li>first</li></ol><p>Bye</p>';
    expect(plainText(html)).toBe(
      'Gala\n\nDear Ada,\nsee the page (https://example.org/x) or example.org.\n\n- one\n- two\n\n1. first\n\nBye',
    );
  });

  it('knows when there is nothing to read', () => {
    expect(hasText('<p> <br></p><script>a</script>')).toBe(false);
    expect(hasText('<p><img src="data:image/png;base64,AAAA"></p>')).toBe(true);
    expect(hasText('<p>\u200b</p><p>&#8203;&nbsp;</p>')).toBe(false);
    expect(hasText('a')).toBe(true);
  });
});

describe('links', () => {
  it('what does not begin with http gets https:// [VALID-39]', () => {
    expect(typedLink(' example.org/a?b=c ')).toBe('https://example.org/a?b=c');
    expect(typedLink('http://example.org')).toBe('http://example.org');
    expect(typedLink('httpd.apache.org')).toBe('https://httpd.apache.org');
    expect(typedLink('mailto:ada@example.org')).toBe('mailto:ada@example.org');
  });
  it.each([
    '',
    '  ',
    'https://',
    'not a link',
    'javascript:alert(1)',
    'https://a:b@c.d',
    'http://[',
    'a"b.org',
  ])('what is no address is ignored: %s [VALID-40]', (typed) => {
    expect(typedLink(typed)).toBeNull();
  });
  it('nothing else may stand in a message', () => {
    expect(safeLink('data:text/html,x')).toBeNull();
    expect(safeLink('/relative')).toBeNull();
  });
});

describe('what nobody writes', () => {
  it('a message of nothing but paragraphs is read like any other', () => {
    const count = 150_000;
    const lines = Array.from({ length: count }, () => 'a');
    expect(plainText('<p>a'.repeat(count)).split('\n\n')).toEqual(lines);
    expect(plainText(`x${'<br><p>'.repeat(80_000)}y`)).toBe(`x${'\n'.repeat(80_001)}y`);
  });

  it('elements in each other without an end are read five thousand deep', () => {
    const nested = (depth: number): string =>
      `before ${'<b>'.repeat(depth)}within${'</b>'.repeat(depth)} after`;
    expect(plainText(nested(5000))).toBe('before within after');
    expect(plainText(nested(5001))).toBe('before');
    expect(rebuiltHtml('<div>'.repeat(120_000))).toBe('');
  });
});

it('as text a list’s point stands behind its sign, in a paragraph too', () => {
  const list = '<ul><li><p>One</p><p>more</p></li><li><p>Two</p><ol><li><p>Deep</p></li></ol></li></ul>';
  expect(plainText(`<p>Bring</p>${list}<p>End</p>`)).toBe('Bring\n\n- One\nmore\n- Two\n  1. Deep\n\nEnd');
});
