/**
 * What a page begins with when somebody creates it in the admin: every field that its screen reads, in English and
 * Spanish.
 */
export const samplePages = {
  home: {
    heroTitle: 'AI applications made for your industry',
    heroSubtitle:
      'We build software for schools, factories and property teams, and help them decide what is worth automating.',
    heroCta: 'Join the waitlist',
    blogCta: 'Read the blog',
    featuresTitle: 'What we do',
    featuresSubtitle: 'Three services. Each begins with a measurement.',
    features: [
      {
        title: 'Applications',
        description: 'Software for one task of your industry, tested on your own cases before anybody depends on it.',
      },
      {
        title: 'Automation',
        description: 'Copying, sorting and scheduling done for you, with every step open to inspection and undo.',
      },
      {
        title: 'Strategy',
        description: 'A short list of ideas that pay for themselves, with honest costs, and reasons against the rest.',
      },
    ],
    blogTitle: 'From our blog',
    blogSubtitle: 'Notes on what we build and what we learn from it.',
    projectsTitle: 'Featured projects',
    projectsSubtitle: 'A look at recent work in education, manufacturing and real estate.',
    projectsCta: 'See all projects',
    metadata: {
      title: 'AI applications for education, manufacturing and real estate',
      description:
        'We build AI applications for schools, factories and property teams, and advise on what to automate.',
      keywords: 'AI applications, AI automation, AI strategy, education, manufacturing, real estate',
      ogTitle: 'AI applications made for your industry',
      ogDescription: 'Applications, automation and strategy for education, manufacturing and real estate.',
      ogImage: '/og.png',
    },
    translations: {
      es: {
        heroTitle: 'Aplicaciones de IA hechas para su sector',
        heroSubtitle:
          'Creamos software para escuelas, fábricas y equipos inmobiliarios, y les ayudamos a decidir qué merece la pena automatizar.',
        heroCta: 'Unirse a la lista de espera',
        blogCta: 'Leer el blog',
        featuresTitle: 'Qué hacemos',
        featuresSubtitle: 'Tres servicios. Todos empiezan con una medición.',
        features: [
          {
            title: 'Aplicaciones',
            description:
              'Software para una tarea concreta de su sector, probado con sus propios casos antes de que nadie dependa de él.',
          },
          {
            title: 'Automatización',
            description: 'Copiar, clasificar y planificar sin esfuerzo, con cada paso a la vista y reversible.',
          },
          {
            title: 'Estrategia',
            description:
              'Una lista breve de ideas que se pagan solas, con costes sinceros y razones para descartar el resto.',
          },
        ],
        blogTitle: 'De nuestro blog',
        blogSubtitle: 'Notas sobre lo que construimos y lo que aprendemos con ello.',
        projectsTitle: 'Proyectos destacados',
        projectsSubtitle: 'Un vistazo a trabajos recientes en educación, industria y sector inmobiliario.',
        projectsCta: 'Ver todos los proyectos',
        metadata: {
          title: 'Aplicaciones de IA para educación, industria y sector inmobiliario',
          description:
            'Creamos aplicaciones de IA para escuelas, fábricas y equipos inmobiliarios, y asesoramos sobre qué automatizar.',
          keywords:
            'aplicaciones de IA, automatización con IA, estrategia de IA, educación, industria, sector inmobiliario',
          ogTitle: 'Aplicaciones de IA hechas para su sector',
          ogDescription:
            'Aplicaciones, automatización y estrategia para la educación, la industria y el sector inmobiliario.',
          ogImage: '/og.png',
        },
      },
    },
  },

  about: {
    title: 'About us',
    subtitle: 'A small team that measures before it builds.',
    content:
      '<p>We build software for three kinds of places: schools, factories and buildings. In each of them people do skilled work under time pressure, and a wrong answer has consequences.</p>\n<h2>How we work</h2>\n<ul><li>We watch the work as it is done today and measure it.</li><li>We agree in writing on what the software decides and what it only proposes.</li><li>We build in small steps, and your team tests each of them.</li></ul>',
    vision: 'Tools that make skilled work lighter and leave the judgement with the people who do it.',
    mission: 'To find the few tasks in which AI earns its place, build those well, and prove the effect with figures.',
    history:
      'The company began with one camera on one production line. Schools and property teams came with the same question: what can be left to a machine, and what cannot?',
    team: [
      {
        name: 'Ana Ferrer',
        role: 'Managing director',
        bio: 'Production engineer. Leads the strategy work and asks for the figures behind every promise.',
      },
      {
        name: 'David Okafor',
        role: 'Head of engineering',
        bio: 'Builds systems that keep working when the network does not.',
      },
      {
        name: 'Lucía Romero',
        role: 'Education lead',
        bio: 'Taught mathematics for nine years. Designs software that teachers can overrule.',
      },
    ],
    metadata: {
      title: 'About us',
      description: 'Who we are, how we work and what we believe about AI in schools, factories and buildings.',
      keywords: 'about, team, applied AI',
      ogTitle: 'About us',
      ogDescription: 'A small team that measures before it builds.',
      ogImage: '/og.png',
    },
    translations: {
      es: {
        title: 'Sobre nosotros',
        subtitle: 'Un equipo pequeño que mide antes de construir.',
        content:
          '<p>Creamos software para tres tipos de lugares: escuelas, fábricas y edificios. En todos ellos hay personas que hacen un trabajo cualificado con poco tiempo, y una respuesta equivocada tiene consecuencias.</p>\n<h2>Cómo trabajamos</h2>\n<ul><li>Observamos el trabajo tal como se hace hoy y lo medimos.</li><li>Acordamos por escrito qué decide el software y qué solo propone.</li><li>Construimos en pasos pequeños, y su equipo prueba cada uno.</li></ul>',
        vision: 'Herramientas que aligeran el trabajo cualificado y dejan el criterio a quienes lo hacen.',
        mission:
          'Encontrar las pocas tareas en las que la IA se gana su sitio, construirlas bien y demostrar el efecto con cifras.',
        history:
          'La empresa empezó con una cámara en una línea de producción. Escuelas y equipos inmobiliarios llegaron con la misma pregunta: ¿qué se puede dejar a una máquina y qué no?',
        team: [
          {
            name: 'Ana Ferrer',
            role: 'Directora general',
            bio: 'Ingeniera de producción. Dirige los trabajos de estrategia y pide las cifras que hay detrás de cada promesa.',
          },
          {
            name: 'David Okafor',
            role: 'Director de ingeniería',
            bio: 'Construye sistemas que siguen funcionando cuando la red no lo hace.',
          },
          {
            name: 'Lucía Romero',
            role: 'Responsable de educación',
            bio: 'Enseñó matemáticas durante nueve años. Diseña software que el profesorado puede corregir.',
          },
        ],
        metadata: {
          title: 'Sobre nosotros',
          description: 'Quiénes somos, cómo trabajamos y qué pensamos de la IA en escuelas, fábricas y edificios.',
          keywords: 'sobre nosotros, equipo, IA aplicada',
          ogTitle: 'Sobre nosotros',
          ogDescription: 'Un equipo pequeño que mide antes de construir.',
          ogImage: '/og.png',
        },
      },
    },
  },

  contact: {
    title: 'Contact',
    subtitle: 'Tell us what takes too long today. We answer within two working days.',
    address: '14 Workshop Street\n46022 Valencia\nSpain',
    email: 'hello@example.com',
    phone: '+34 600 000 000',
    formTitle: 'Send us a message',
    metadata: {
      title: 'Contact',
      description: 'Write to us about an application, an automation or a strategy.',
      keywords: 'contact, AI consulting',
      ogTitle: 'Contact',
      ogDescription: 'Tell us what takes too long today.',
      ogImage: '/og.png',
    },
    translations: {
      es: {
        title: 'Contacto',
        subtitle: 'Cuéntenos qué les lleva hoy demasiado tiempo. Respondemos en dos días laborables.',
        address: 'Calle del Taller 14\n46022 Valencia\nEspaña',
        email: 'hello@example.com',
        phone: '+34 600 000 000',
        formTitle: 'Envíenos un mensaje',
        metadata: {
          title: 'Contacto',
          description: 'Escríbanos sobre una aplicación, una automatización o una estrategia.',
          keywords: 'contacto, consultoría de IA',
          ogTitle: 'Contacto',
          ogDescription: 'Cuéntenos qué les lleva hoy demasiado tiempo.',
          ogImage: '/og.png',
        },
      },
    },
  },

  legal: {
    title: 'Legal Information',
    subtitle: 'Our privacy policy, terms of service, and other legal information',
    sections: [
      {
        title: 'Privacy Policy',
        content:
          '<p>We keep as little personal data as the site can work with.</p>\n<h2>What we keep</h2>\n<ul><li>The email address that you leave on the waitlist, until you ask us to delete it.</li><li>The messages that you send us, for as long as we need them to answer.</li></ul>\n<h2>Your rights</h2>\n<p>You may ask for a copy, a correction or the deletion of your data at any time.</p>',
      },
      {
        title: 'Terms of Service',
        content:
          '<p>These terms apply to the use of this website.</p>\n<h2>Content</h2>\n<p>We write with care and correct mistakes when we learn of them. The texts are information, not advice for a particular case.</p>\n<h2>Availability</h2>\n<p>The site is offered as it is, and we may change it at any time.</p>',
      },
    ],
    metadata: {
      title: 'Legal information',
      description: 'Privacy policy and terms of service of this website.',
      keywords: 'privacy policy, terms of service',
      ogTitle: 'Legal information',
      ogDescription: 'Privacy policy and terms of service.',
      ogImage: '/og.png',
    },
    translations: {
      es: {
        title: 'Información legal',
        subtitle: 'Nuestra política de privacidad, los términos del servicio y otra información legal',
        sections: [
          {
            title: 'Política de privacidad',
            content:
              '<p>Conservamos los mínimos datos personales con los que puede funcionar el sitio.</p>\n<h2>Qué conservamos</h2>\n<ul><li>La dirección de correo que deja en la lista de espera, hasta que nos pida que la borremos.</li><li>Los mensajes que nos envía, el tiempo que necesitemos para responderlos.</li></ul>\n<h2>Sus derechos</h2>\n<p>Puede pedir en cualquier momento una copia, una corrección o la eliminación de sus datos.</p>',
          },
          {
            title: 'Términos del servicio',
            content:
              '<p>Estos términos se aplican al uso de este sitio web.</p>\n<h2>Contenido</h2>\n<p>Escribimos con cuidado y corregimos los errores que conocemos. Los textos son información, no consejo para un caso concreto.</p>\n<h2>Disponibilidad</h2>\n<p>El sitio se ofrece tal cual y podemos cambiarlo en cualquier momento.</p>',
          },
        ],
        metadata: {
          title: 'Información legal',
          description: 'Política de privacidad y términos del servicio de este sitio web.',
          keywords: 'política de privacidad, términos del servicio',
          ogTitle: 'Información legal',
          ogDescription: 'Política de privacidad y términos del servicio.',
          ogImage: '/og.png',
        },
      },
    },
  },
}
