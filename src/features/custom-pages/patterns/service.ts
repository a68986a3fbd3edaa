import { sitePaths } from '#i18n/addresses/paths'
import type { PatternPage } from './pattern'

export const service: PatternPage = {
  title: 'Name of the service',
  blocks: [
    {
      id: 'top',
      type: 'hero',
      title: 'Name of the service',
      text: 'What you do, for whom, and what they hold in their hands at the end.',
      action: { label: 'Ask for a date', href: sitePaths.contact },
    },
    {
      id: 'problem',
      type: 'text',
      html: '<h2>When it helps</h2><p>Describe the morning on which somebody notices that this service is needed. Readers who know that morning read on.</p><h2>What you get</h2><ul><li>The first thing that is delivered, and when</li><li>The second one, and what it is used for</li><li>What remains when we have gone</li></ul>',
    },
    {
      id: 'picture',
      type: 'picture',
      src: '/images/placeholder.svg',
      alt: 'What your picture shows',
      caption: 'Show the work rather than the people who sell it.',
    },
    {
      id: 'steps',
      type: 'cards',
      title: 'How it goes',
      cards: [
        { title: '1. We look', text: 'How long it takes, who has to be there, and what you prepare.' },
        { title: '2. We build', text: 'What happens in which week, and how you see that it goes well.' },
        { title: '3. You use it', text: 'Who is trained, who answers, and for how long.' },
      ],
    },
    {
      id: 'quote',
      type: 'quote',
      text: 'A sentence of a customer about the moment in which it began to work.',
      name: 'First name and last name',
      role: 'What they do, and where',
    },
    {
      id: 'questions',
      type: 'faq',
      title: 'What we are asked',
      questions: [
        { question: 'When can you begin?', answer: '<p>Name the next free month.</p>' },
        { question: 'What do you need from us?', answer: '<p>People, hours, access: be exact.</p>' },
      ],
    },
    {
      id: 'call',
      type: 'call',
      title: 'Begin with one morning',
      text: 'The smallest step that somebody can take towards you.',
      action: { label: 'Ask for a date', href: sitePaths.contact },
    },
  ],
  translations: {
    es: {
      title: 'Nombre del servicio',
      blocks: {
        top: {
          title: 'Nombre del servicio',
          text: 'Qué hace, para quién, y qué tiene el cliente en las manos al final.',
          action: { label: 'Pida una fecha' },
        },
        problem: {
          html: '<h2>Cuándo ayuda</h2><p>Describa la mañana en la que alguien nota que este servicio hace falta. Quien conoce esa mañana sigue leyendo.</p><h2>Qué recibe</h2><ul><li>Lo primero que se entrega, y cuándo</li><li>Lo segundo, y para qué sirve</li><li>Lo que queda cuando nos vamos</li></ul>',
        },
        picture: {
          alt: 'Lo que muestra su imagen',
          caption: 'Muestre el trabajo, no a quien lo vende.',
        },
        steps: {
          title: 'Cómo se desarrolla',
          cards: [
            { title: '1. Observamos', text: 'Cuánto dura, quién debe estar y qué hay que preparar.' },
            { title: '2. Construimos', text: 'Qué ocurre cada semana y cómo se ve que va bien.' },
            { title: '3. Se usa', text: 'A quién se forma, quién responde y durante cuánto tiempo.' },
          ],
        },
        quote: {
          text: 'Una frase de un cliente sobre el momento en que empezó a funcionar.',
          name: 'Nombre y apellidos',
          role: 'Qué hace y dónde',
        },
        questions: {
          title: 'Lo que nos preguntan',
          questions: [
            { question: '¿Cuándo pueden empezar?', answer: '<p>Indique el próximo mes libre.</p>' },
            { question: '¿Qué necesitan de nosotros?', answer: '<p>Personas, horas, accesos: sea concreto.</p>' },
          ],
        },
        call: {
          title: 'Empiece con una mañana',
          text: 'El paso más pequeño que alguien puede dar hacia usted.',
          action: { label: 'Pida una fecha' },
        },
      },
    },
  },
}
