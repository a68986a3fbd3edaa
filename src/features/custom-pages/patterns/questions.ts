import { sitePaths } from '#i18n/addresses/paths'
import type { PatternPage } from './pattern'

export const questions: PatternPage = {
  title: 'Questions and answers',
  blocks: [
    {
      id: 'top',
      type: 'hero',
      title: 'Questions and answers',
      text: 'What people ask before they write to us. If yours is missing, ask it below.',
    },
    {
      id: 'work',
      type: 'faq',
      title: 'How we work',
      questions: [
        {
          question: 'How does a project begin?',
          answer: '<p>Describe the first conversation, and what comes of it.</p>',
        },
        { question: 'How long does it take?', answer: '<p>Tell the usual time, and what makes it longer.</p>' },
        {
          question: 'Who will work with us?',
          answer: `<p>Name the people, or link to <a href="${sitePaths.about}">who you are</a>.</p>`,
        },
      ],
    },
    {
      id: 'money',
      type: 'faq',
      title: 'Prices and contracts',
      questions: [
        { question: 'What does it cost?', answer: '<p>A range is better than no answer. Say what is included.</p>' },
        { question: 'Can we stop at any time?', answer: '<p>Say how, and what happens to the work that is done.</p>' },
      ],
    },
    {
      id: 'data',
      type: 'faq',
      title: 'Data and privacy',
      questions: [
        { question: 'Where are our data stored?', answer: '<p>The country, the company, and for how long.</p>' },
        { question: 'Who can see them?', answer: '<p>Say who, and how that is checked.</p>' },
      ],
    },
    { id: 'ask', type: 'contact', title: 'Ask us anything else' },
  ],
  translations: {
    es: {
      title: 'Preguntas y respuestas',
      blocks: {
        top: {
          title: 'Preguntas y respuestas',
          text: 'Lo que se pregunta antes de escribirnos. Si falta la suya, hágala más abajo.',
        },
        work: {
          title: 'Cómo trabajamos',
          questions: [
            {
              question: '¿Cómo empieza un proyecto?',
              answer: '<p>Describa la primera conversación y qué sale de ella.</p>',
            },
            { question: '¿Cuánto se tarda?', answer: '<p>Indique el plazo habitual y qué lo alarga.</p>' },
            {
              question: '¿Quién trabajará con nosotros?',
              answer: `<p>Nombre a las personas, o enlace a <a href="${sitePaths.about}">quiénes son</a>.</p>`,
            },
          ],
        },
        money: {
          title: 'Precios y contratos',
          questions: [
            {
              question: '¿Cuánto cuesta?',
              answer: '<p>Una horquilla es mejor que ninguna respuesta. Diga qué incluye.</p>',
            },
            {
              question: '¿Se puede parar en cualquier momento?',
              answer: '<p>Diga cómo, y qué pasa con el trabajo hecho.</p>',
            },
          ],
        },
        data: {
          title: 'Datos y privacidad',
          questions: [
            {
              question: '¿Dónde se guardan nuestros datos?',
              answer: '<p>El país, la empresa y durante cuánto tiempo.</p>',
            },
            { question: '¿Quién puede verlos?', answer: '<p>Diga quién, y cómo se comprueba.</p>' },
          ],
        },
        ask: { title: 'Pregúntenos lo que falte' },
      },
    },
  },
}
