const picture = (name: string, alt: string) => ({ src: `/images/${name}.webp`, alt })
const floor = picture('project-shift-planner', 'A drawing of a shift plan on a wall')
const school = picture('project-school-timetables', 'A timetable beside a school')
const house = picture('project-valuation', 'A drawing of a house with its measures')
const portrait = picture('about-workshop', 'Our workshop')

/** A page with a block of every type, translated into Spanish. */
export const everyBlock = {
  title: 'Every block',
  blocks: [
    {
      id: 'top',
      type: 'hero',
      title: 'Planning that the shop floor keeps to',
      text: 'We measure for two weeks, then build the one tool that pays for itself first.',
      picture: floor,
      action: { label: 'Write to us', href: '#contact' },
    },
    {
      id: 'why',
      type: 'text',
      html: '<p>Every plant has a plan, and every plan is wrong by ten in the morning. We build the part that notices, and says what to do next.</p><h3>What we do first</h3><p>We stand beside your people with a stopwatch. Only then do we write code. <a href="/about/">Who we are</a>.</p><ul><li>Two weeks on site</li><li>One report of ten pages</li></ul><h4>What you keep</h4><p>The data, the report and the right to walk away.</p>',
    },
    { id: 'plan', type: 'picture', ...school, caption: 'A timetable as it left the solver in March.' },
    {
      id: 'wide',
      type: 'picture',
      ...portrait,
      caption: 'The workshop, where everything is tried on ourselves first.',
      wide: true,
    },
    {
      id: 'pictures',
      type: 'gallery',
      pictures: [
        { ...floor, caption: 'Shifts' },
        { ...school, caption: 'Timetables, solved overnight and read at breakfast' },
        house,
        picture('project-tutor', 'A tutor'),
        { ...picture('project-lease-reader', 'A lease'), caption: 'Leases' },
      ],
    },
    {
      id: 'offers',
      type: 'cards',
      title: 'What we can do for you',
      cards: [
        { title: 'Measure', text: 'Two weeks, one report.', picture: floor, href: '/contact/' },
        {
          title: 'Build',
          text: 'One tool at a time, each in use before the next one is begun.',
          picture: school,
        },
        { title: 'Keep', text: 'We stay for as long as it runs.', picture: house, href: 'https://example.com/' },
      ],
    },
    {
      id: 'numbers',
      type: 'figures',
      title: 'In figures',
      figures: [
        { value: '38 %', label: 'less overtime in the first quarter' },
        { value: '14', label: 'plants in four countries' },
        { value: '1,200,000 €', label: 'saved by one customer in a year, as audited' },
        { value: '2', label: 'weeks to the first result' },
      ],
    },
    {
      id: 'said',
      type: 'quote',
      text: 'They asked more about our mornings than about our data. The plan has held since.',
      name: 'Marta Soler',
      role: 'Head of production, Ebro Castings',
      photo: portrait,
    },
    {
      id: 'with',
      type: 'logos',
      title: 'Trusted by',
      logos: [
        { src: '/favicon.svg', alt: 'Ebro Castings', href: 'https://example.com/' },
        { src: '/favicon.svg', alt: 'North Schools' },
        { src: '/icon-512.png', alt: 'Casa Norte' },
        { src: '/favicon.svg', alt: 'Levante Homes' },
        { src: '/favicon.svg', alt: 'Puerto' },
      ],
    },
    {
      id: 'asked',
      type: 'faq',
      title: 'What we are asked',
      questions: [
        { question: 'How long does it take?', answer: '<p>Two weeks to the report.</p><h2>And then</h2><p>Six.</p>' },
        {
          question: 'Whose are the data, and where are they stored while you work with them?',
          answer: '<p>Yours.</p>',
        },
        { question: 'What does it cost?', answer: '<p>Less than one day of standstill.</p>' },
      ],
    },
    {
      id: 'ask',
      type: 'call',
      title: 'Begin with one morning',
      text: 'We come, look and tell you honestly whether we can help.',
      action: { label: 'Choose a date', href: '/contact/' },
    },
    { id: 'notes', type: 'posts', title: 'What we write', count: 3 },
    { id: 'work', type: 'projects', title: 'What we have built', count: 3 },
    { id: 'unseen', type: 'text', html: '<p>Hidden words</p>', hidden: true },
    { id: 'write', type: 'contact', title: 'Write to us' },
    { id: 'list', type: 'waitlist', title: 'Be the first to hear', text: 'One mail when there is something to see.' },
  ],
  translations: {
    es: {
      title: 'Todos los bloques',
      blocks: {
        top: {
          title: 'Una planificación que la planta cumple',
          text: 'Medimos durante dos semanas y construimos primero la herramienta que antes se paga sola.',
          action: { label: 'Escríbanos' },
        },
        offers: {
          title: 'Qué podemos hacer por su empresa',
          cards: [{ title: 'Medir', text: 'Dos semanas, un informe.' }, { title: 'Construir' }],
        },
        numbers: { title: 'En cifras', figures: [{ label: 'menos horas extraordinarias en el primer trimestre' }] },
      },
    },
  },
}
