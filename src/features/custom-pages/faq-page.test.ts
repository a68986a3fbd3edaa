import { expect, test } from 'bun:test'
import { faqPage } from './contract'

const ask = (question: string, answer = `<p>About <em>${question}</em></p>`) => ({ question, answer })
const page = {
  title: 'Page',
  blocks: [
    { id: 'a', type: 'faq', questions: [ask('One?'), ask('Two?')] },
    { id: 'b', type: 'text', html: '<p>c</p>' },
    { id: 'c', type: 'faq', questions: [ask('Three?'), ask('Empty?', '<p> </p>')] },
    { id: 'd', type: 'faq', questions: [ask('Hidden?')], hidden: true },
  ],
  translations: { es: { title: 'Página', blocks: { a: { questions: [{ question: '¿Uno?' }] } } } },
}
const told = (language: 'en' | 'es') => {
  const [node] = faqPage(page, language) as { mainEntity: { name: string; acceptedAnswer: { text: string } }[] }[]
  return node?.mainEntity.map(({ name, acceptedAnswer }) => [name, acceptedAnswer.text])
}

test('all visible questions are in the structured data with their answers, in the language of the page', () => {
  expect(told('en')).toEqual([
    ['One?', 'About One?'],
    ['Two?', 'About Two?'],
    ['Three?', 'About Three?'],
  ])
  expect(told('es')?.map(([name]) => name)).toEqual(['¿Uno?', 'Two?', 'Three?'])
})

test('a page without questions has none', () => {
  expect(faqPage({ ...page, blocks: page.blocks.slice(1, 2) }, 'en')).toEqual([])
  expect(faqPage({ title: 'Odd', blocks: 7 }, 'en')).toEqual([])
})
