import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { tries } from '#test/tries'
import { isLongSlug, recordSlug, slugPattern } from './record-slug'
import { slugify } from './slug'

const slugs: [title: string, slug: string][] = [
  ['Hello World', 'hello-world'],
  ['  Trimmed  twice ', 'trimmed-twice'],
  ['Educación', 'educacion'],
  ['R&D', 'r-and-d'],
  ['Research & Development', 'research-and-development'],
  ['What? Why! (Because.)', 'what-why-because'],
  ['a -- b', 'a-b'],
  ['snake_case stays', 'snake_case-stays'],
  ['-edge-', 'edge'],
  // Latin letters that do not decompose
  ['Straße und Größe', 'strasse-und-grosse'],
  ['STRAẞE', 'strasse'],
  ['Łódź', 'lodz'],
  ['Søren Ørsted', 'soren-orsted'],
  ['Ærø, Œuvre', 'aero-oeuvre'],
  ['Đà Nẵng', 'da-nang'],
  ['Diyarbakır, İzmir, IĞDIR', 'diyarbakir-izmir-igdir'],
  ['Þór Ðuro ħ ŋ ĸ ŧ', 'thor-duro-h-n-k-t'],
  ['Bakı şəhəri', 'baki-seheri'],
  ['pro\u017fa, ﬂuﬀy, ĳs, paral·lel, parŀlel, \u0149', 'prosa-fluffy-ijs-parallel-parllel-n'],
  ['Ｆｕｌｌ－ｗｉｄｔｈ　２', 'full-width-2'],
  ['½ x² ① Ⅷ', '12-x2-1-viii'],
  ['ɣamma', 'ɣamma'],
  // Other scripts, whose marks are parts of their letters
  ['한국어 제목', '한국어-제목'],
  ['한국어'.normalize('NFD'), '한국어'],
  ['日本語のページ、ﾃｽﾄ', '日本語のページテスト'],
  ['二〇二六年', '二〇二六年'],
  ['ทำน้ำ ไทย', 'ทำน้ำ-ไทย'],
  ['नमस्ते दुनिया', 'नमस्ते-दुनिया'],
  ['Привет, мир! Йод, ёж', 'привет-мир-йод-ёж'],
  ['Ελλάδα: ΟΔΟΣ', 'ελλάδα-οδος'],
  ['😀 مرحبا بالعالم', 'مرحبا-بالعالم'],
  ['Zürich 서울', 'zurich-서울'],
  // What nobody sees or types
  ['\u200fשלום\u200f \u202aעולם\u202c', 'שלום-עולם'],
  ['zero\u200bwidth soft\u00adhyphen word\u2060joiner', 'zerowidth-softhyphen-wordjoiner'],
  ['1️⃣ ☀️ 👨‍👩‍👧 🇪🇸 Sun', '1-sun'],
  ['Gap\u3164filler \u0301mark', 'gapfiller-mark'],
  ['😀', ''],
]
for (const [title, slug] of slugs) test(`'${title}' becomes '${slug}'`, () => expect(slugify(title)).toBe(slug))

test('a slug has word characters and single hyphens, is composed, and idempotent', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' })), (title) => {
      const slug = slugify(title)
      expect(slug).toMatch(/^(?:[\p{L}\p{M}\p{N}_]+(?:-[\p{L}\p{M}\p{N}_]+)*)?$/u)
      expect(slug).toBe(slug.normalize('NFC'))
      expect(slugify(slug)).toBe(slug)
    }),
    tries(100),
  )
})

test('the slug of a long title is cut before a whole letter, and short enough as a name of a folder', () => {
  for (const letter of ['a', 'ก้', '한', 'नि', '𠀋', 'ж-']) {
    const slug = recordSlug(letter.repeat(300))
    expect(new TextEncoder().encode(slug).length).toBeLessThanOrEqual(200)
    expect(new TextEncoder().encode(slug).length).toBeGreaterThan(190)
    expect(letter.repeat(300).normalize('NFC').startsWith(slug)).toBe(true)
    expect(slug.length % letter.length === 0 || slug.endsWith('ж')).toBe(true)
    expect(slug).toMatch(slugPattern)
    expect(isLongSlug(`${slug}-1000`)).toBe(false)
  }
})
