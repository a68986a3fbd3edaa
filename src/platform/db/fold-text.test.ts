import { afterAll, beforeAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { testServices } from '#test/api'
import { folded } from '#text/fold'

let t: Awaited<ReturnType<typeof testServices>>
beforeAll(async () => {
  t = await testServices()
})
afterAll(() => t.close())

// Other alphabets than these have their capitals lowered by the locale of the database.
test('the database folds texts as searches fold their words', async () => {
  const texts = [
    'Straße GROẞE Łódź Ørsted ÆRØ œuvre Ðuro đ Þór ħ İstanbul ıŊŋ ĸ Ŧŧ Əə',
    'Quar\u00adzit ze\u200bro \ufeffmark \u2060 \u200fשלום\u200e ☀\ufe0f',
    'ﬂuﬀy ＦＵＬＬ ﬁ ĳ ½ ² Ⅷ № … \u00a0',
    'ПРИВЕТ Привет ЁЖ Йод ЇЖАК ЂУРА ҒАЛЫМ ΟΔΟΣ οδός Ελληνικά ΑΘΉΝΑ ԱՐԵՎ Արև',
    'cre\u0301me Crème Año Việt привет ёж 한국어 日本語 ﾃｽﾄ ไทยทำน้ำ नमस्ते',
  ]
  for (const text of texts) {
    const [row] = await t.services.db.select({ told: sql<string>`fold_text(${text})` }).from(sql`(select 1) as one`)
    expect(row?.told).toBe(folded(text))
    expect(folded(folded(text))).toBe(folded(text))
  }
})
