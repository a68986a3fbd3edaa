import type { MessageId } from '#i18n/messages'
import { sitePaths } from '#i18n/addresses/paths'
import { landingPage } from './landing-page'
import type { PatternPage } from './pattern'
import { service } from './service'

const questions: PatternPage = {
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

const caseStudy: PatternPage = {
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

const team: PatternPage = {
  title: 'The people you work with',
  blocks: [
    {
      id: 'top',
      type: 'hero',
      title: 'The people you work with',
      text: 'How many you are, where you sit, and what you have in common beside the work.',
    },
    {
      id: 'wide',
      type: 'picture',
      src: '/images/placeholder.svg',
      alt: 'What your picture shows',
      caption: 'A picture of the place says more than one of everybody in a row.',
      wide: true,
    },
    {
      id: 'people',
      type: 'cards',
      title: 'Who we are',
      cards: [
        { title: 'First name and last name', text: 'What they do, and the one thing that you should ask them about.' },
        { title: 'First name and last name', text: 'Where they come from, and what they have built before.' },
        { title: 'First name and last name', text: 'What they see that the others overlook.' },
      ],
    },
    {
      id: 'how',
      type: 'text',
      html: '<h2>How we work</h2><p>Three habits that a customer notices in the first week. Leave out the values that every company has.</p>',
    },
    {
      id: 'figures',
      type: 'figures',
      figures: [
        { value: '9', label: 'people, none of them only in sales' },
        { value: '4', label: 'languages at lunch' },
      ],
    },
    { id: 'notes', type: 'posts', title: 'What we think about', count: 3 },
    {
      id: 'call',
      type: 'call',
      title: 'Would you like to join us?',
      text: 'Say whom you look for, or that you always read a good letter.',
      action: { label: 'Write to us', href: sitePaths.contact },
    },
  ],
  translations: {
    es: {
      title: 'Las personas con las que trabaja',
      blocks: {
        top: {
          title: 'Las personas con las que trabaja',
          text: 'Cuántos son, dónde están y qué tienen en común además del trabajo.',
        },
        wide: {
          alt: 'Lo que muestra su imagen',
          caption: 'Una imagen del lugar dice más que una foto de todos en fila.',
        },
        people: {
          title: 'Quiénes somos',
          cards: [
            { title: 'Nombre y apellidos', text: 'Qué hace, y lo único que hay que preguntarle sin falta.' },
            { title: 'Nombre y apellidos', text: 'De dónde viene y qué ha construido antes.' },
            { title: 'Nombre y apellidos', text: 'Lo que ve y los demás pasan por alto.' },
          ],
        },
        how: {
          html: '<h2>Cómo trabajamos</h2><p>Tres costumbres que un cliente nota en la primera semana. Deje fuera los valores que tiene cualquier empresa.</p>',
        },
        figures: {
          figures: [
            { value: '9', label: 'personas, ninguna dedicada solo a vender' },
            { value: '4', label: 'idiomas a la hora de comer' },
          ],
        },
        notes: { title: 'En qué pensamos' },
        call: {
          title: '¿Quiere unirse al equipo?',
          text: 'Diga a quién busca, o que siempre se lee una buena carta.',
          action: { label: 'Escríbanos' },
        },
      },
    },
  },
}

/** The templates for a new page, in the order of the dialog. */
export const patterns = {
  landing: { title: 'custom-page.patterns.landing', page: landingPage },
  service: { title: 'custom-page.patterns.service', page: service },
  case: { title: 'custom-page.patterns.case', page: caseStudy },
  team: { title: 'custom-page.patterns.team', page: team },
  questions: { title: 'custom-page.patterns.questions', page: questions },
} as const satisfies Record<string, { title: MessageId; page: PatternPage }>
