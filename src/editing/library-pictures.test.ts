import { expect, test } from 'bun:test'
import { picturesWithoutAlt } from './picture-library'

test('library pictures without alternative text are found in fields and in texts, each once', () => {
  expect(
    picturesWithoutAlt({
      imageUrl: '/media/4/press.jpg',
      content:
        '<p><img src="/media/5/a.jpg"><img src="/media/6/b.jpg" alt="A crane"><img alt=" " src="/media/4/press.jpg"></p>',
      translations: { es: { content: '<figure><img src="/media/7/c%20d.jpg" alt></figure>' } },
      team: [{ photo: '/media/8/ana.jpg' }, { photo: 'https://elsewhere.test/media/9/x.jpg' }],
      note: 'See /media/10/terms.pdf',
      featured: true,
    }).toSorted((one, other) => one - other),
  ).toEqual([4, 5, 7, 8])
})
