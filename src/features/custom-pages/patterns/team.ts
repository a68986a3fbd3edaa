import { sitePaths } from '#i18n/addresses/paths'
import type { PatternPage } from './pattern'

export const team: PatternPage = {
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
