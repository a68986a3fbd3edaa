import { sitePaths } from '#i18n/addresses/paths'
import type { PatternPage } from './pattern'

export const caseStudy: PatternPage = {
  title: 'Customer: what has changed',
  blocks: [
    {
      id: 'top',
      type: 'hero',
      title: 'What the customer can do now',
      text: 'Who they are, in one sentence, and what they came with.',
      picture: { src: '/images/placeholder.svg', alt: 'What your picture shows' },
    },
    {
      id: 'figures',
      type: 'figures',
      title: 'After a year',
      figures: [
        { value: '−41 %', label: 'hours of standstill' },
        { value: '6', label: 'weeks from the first visit to the first use' },
        { value: '0', label: 'new screens to learn' },
      ],
    },
    {
      id: 'story',
      type: 'text',
      html: '<h2>Before</h2><p>What a day looked like, what it cost, and what had been tried already.</p><h2>What we did</h2><p>The one decision that made the difference, and what you decided against. Readers trust a story in which something was left out.</p><h2>Today</h2><p>Who uses it, how often, and what they would not do without.</p>',
    },
    {
      id: 'pictures',
      type: 'gallery',
      pictures: [
        { src: '/images/placeholder.svg', alt: 'What your picture shows', caption: 'What to look at here' },
        { src: '/images/placeholder.svg', alt: 'What your picture shows', caption: 'What it changes' },
        { src: '/images/placeholder.svg', alt: 'What your picture shows', caption: 'What came of it' },
      ],
    },
    {
      id: 'quote',
      type: 'quote',
      text: 'What the person who decided would tell a colleague about it over coffee.',
      name: 'First name and last name',
      role: 'What they do, and where',
    },
    { id: 'more', type: 'projects', title: 'More of our work', count: 3 },
    {
      id: 'call',
      type: 'call',
      title: 'Something similar on your mind?',
      text: 'Tell us where it hurts. We answer within two days.',
      action: { label: 'Write to us', href: sitePaths.contact },
    },
  ],
  translations: {
    es: {
      title: 'Cliente: qué ha cambiado',
      blocks: {
        top: {
          title: 'Lo que el cliente puede hacer ahora',
          text: 'Quién es, en una frase, y con qué llegó.',
          picture: { alt: 'Lo que muestra su imagen' },
        },
        figures: {
          title: 'Un año después',
          figures: [
            { value: '−41 %', label: 'horas de parada' },
            { value: '6', label: 'semanas de la primera visita al primer uso' },
            { value: '0', label: 'pantallas nuevas que aprender' },
          ],
        },
        story: {
          html: '<h2>Antes</h2><p>Cómo era un día, cuánto costaba y qué se había intentado ya.</p><h2>Qué hicimos</h2><p>La decisión que lo cambió todo, y lo que se descartó. Se confía en una historia en la que algo quedó fuera.</p><h2>Hoy</h2><p>Quién lo usa, con qué frecuencia y a qué no renunciaría.</p>',
        },
        pictures: {
          pictures: [
            { alt: 'Lo que muestra su imagen', caption: 'En qué hay que fijarse' },
            { alt: 'Lo que muestra su imagen', caption: 'Qué cambia' },
            { alt: 'Lo que muestra su imagen', caption: 'Qué resultó de ello' },
          ],
        },
        quote: {
          text: 'Lo que quien decidió contaría a un colega tomando un café.',
          name: 'Nombre y apellidos',
          role: 'Qué hace y dónde',
        },
        more: { title: 'Más trabajos nuestros' },
        call: {
          title: '¿Tiene algo parecido en mente?',
          text: 'Cuéntenos dónde le duele. Respondemos en dos días.',
          action: { label: 'Escríbanos' },
        },
      },
    },
  },
}
