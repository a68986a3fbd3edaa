import type { PatternPage } from './pattern'

export const landingPage: PatternPage = {
  title: 'Your offer in a few words',
  blocks: [
    {
      id: 'top',
      type: 'hero',
      title: 'Say in one line what gets better',
      text: 'Name whom it is for, what they have afterwards, and how soon. Two sentences are enough.',
      picture: { src: '/images/placeholder.svg', alt: 'What your picture shows' },
      action: { label: 'Write to us', href: '#contact' },
    },
    {
      id: 'figures',
      type: 'figures',
      figures: [
        { value: '38 %', label: 'what you improved, and for whom' },
        { value: '14', label: 'customers who use it every day' },
        { value: '2', label: 'weeks until the first result' },
      ],
    },
    {
      id: 'reasons',
      type: 'cards',
      title: 'Three reasons to begin',
      cards: [
        { title: 'It fits your work', text: 'Describe a day with it: who uses it, and at what moment.' },
        { title: 'It pays for itself', text: 'Name the cost that it takes away, with a figure that you can prove.' },
        { title: 'It stays yours', text: 'Say what the customer keeps: the data, the results, the way out.' },
      ],
    },
    {
      id: 'quote',
      type: 'quote',
      text: 'Let a customer say in two sentences what has changed. Ask for the sentence that surprised you.',
      name: 'First name and last name',
      role: 'What they do, and where',
    },
    { id: 'work', type: 'projects', title: 'What we have built', count: 3 },
    {
      id: 'questions',
      type: 'faq',
      title: 'Before you ask',
      questions: [
        { question: 'How long does it take?', answer: '<p>Tell the usual time, and what makes it longer.</p>' },
        { question: 'What does it cost?', answer: '<p>A range is better than no answer. Say what is included.</p>' },
        { question: 'Whose are the data?', answer: '<p>Say where they are stored, and who can see them.</p>' },
      ],
    },
    { id: 'contact', type: 'contact', title: 'Tell us what slows you down' },
  ],
  translations: {
    es: {
      title: 'Su oferta en pocas palabras',
      blocks: {
        top: {
          title: 'Diga en una línea qué mejora',
          text: 'Indique para quién es, qué consigue y en cuánto tiempo. Dos frases bastan.',
          picture: { alt: 'Lo que muestra su imagen' },
          action: { label: 'Escríbanos' },
        },
        figures: {
          figures: [
            { value: '38 %', label: 'lo que ha mejorado, y para quién' },
            { value: '14', label: 'clientes que lo usan cada día' },
            { value: '2', label: 'semanas hasta el primer resultado' },
          ],
        },
        reasons: {
          title: 'Tres razones para empezar',
          cards: [
            { title: 'Se adapta a su trabajo', text: 'Describa un día con ello: quién lo usa y en qué momento.' },
            { title: 'Se paga solo', text: 'Nombre el coste que elimina, con una cifra que pueda demostrar.' },
            { title: 'Sigue siendo suyo', text: 'Diga qué conserva el cliente: los datos, los resultados, la salida.' },
          ],
        },
        quote: {
          text: 'Deje que un cliente cuente en dos frases qué ha cambiado. Pida la frase que le sorprendió.',
          name: 'Nombre y apellidos',
          role: 'Qué hace y dónde',
        },
        work: { title: 'Lo que hemos construido' },
        questions: {
          title: 'Antes de preguntar',
          questions: [
            { question: '¿Cuánto se tarda?', answer: '<p>Indique el plazo habitual y qué lo alarga.</p>' },
            {
              question: '¿Cuánto cuesta?',
              answer: '<p>Una horquilla es mejor que ninguna respuesta. Diga qué incluye.</p>',
            },
            { question: '¿De quién son los datos?', answer: '<p>Diga dónde se guardan y quién puede verlos.</p>' },
          ],
        },
        contact: { title: 'Cuéntenos qué le frena' },
      },
    },
  },
}
