import type { PageName } from '#features/pages/contract'

/** The six pages of a new site, English with its Spanish translation, in the fields that each page reads. */
export const starterPages = {
  home: {
    heroTitle: 'AI applications drawn to fit your work',
    heroSubtitle:
      'We build software for schools, factories and property teams the way a drawing office works: measure what is there, agree on what should change, then build exactly that.',
    heroCta: 'Join the waitlist',
    blogCta: 'Read the blog',
    featuresTitle: 'Three ways we work with you',
    featuresSubtitle: 'Each one starts with a measurement and ends with something your own people can run.',
    features: [
      {
        title: 'Applications for your industry',
        description:
          'A tutor that knows the workshop, an inspection station that knows the part, a reader that knows the lease. Built around one task, tested on your own cases, delivered with its source code.',
      },
      {
        title: 'Automation people can check',
        description:
          'We take over the copying, sorting and scheduling, and leave the decisions where they belong. Every step shows where its answer came from and can be undone.',
      },
      {
        title: 'Strategy with a stop sign',
        description:
          'Twelve weeks to learn which ideas are worth building. You get a baseline, two or three trials, honest costs and, more often than you might expect, a reasoned no.',
      },
    ],
    blogTitle: 'From the drawing board',
    blogSubtitle: 'What we learned on recent jobs, with the models, the mistakes and the measurements.',
    projectsTitle: 'Selected projects',
    projectsSubtitle: 'Work in daily use in classrooms, on production lines and in property offices.',
    projectsCta: 'See all projects',
    metadata: {
      title: 'Industria AI: AI applications for education, manufacturing and real estate',
      description:
        'Industria AI is an engineering studio in Valencia. We build AI applications for schools, factories and property teams, and help companies decide what to automate.',
      keywords: 'AI applications, AI automation, AI strategy, education, manufacturing, real estate, Valencia',
      ogTitle: 'Industria AI: AI applications drawn to fit your work',
      ogDescription: 'Measured first, then built: AI applications, automation and strategy for education, manufacturing and real estate.',
      ogImage: '/og.png',
    },
    translations: {
      es: {
        heroTitle: 'Aplicaciones de IA a la medida de su trabajo',
        heroSubtitle:
          'Hacemos software para escuelas, fábricas y gestores inmobiliarios como se trabaja en una oficina técnica: medimos lo que hay, acordamos qué debe cambiar y construimos exactamente eso.',
        heroCta: 'Unirse a la lista de espera',
        blogCta: 'Leer el blog',
        featuresTitle: 'Tres formas de trabajar con usted',
        featuresSubtitle: 'Todas empiezan con una medición y acaban en algo que su propio equipo puede manejar.',
        features: [
          {
            title: 'Aplicaciones para su sector',
            description:
              'Un tutor que conoce el taller, un puesto de inspección que conoce la pieza, un lector que conoce el contrato. Hechos para una sola tarea, probados con sus propios casos y entregados con el código fuente.',
          },
          {
            title: 'Automatización que se puede comprobar',
            description:
              'Nos encargamos de copiar, clasificar y planificar, y dejamos las decisiones en manos de quien debe tomarlas. Cada paso muestra de dónde sale su respuesta y se puede deshacer.',
          },
          {
            title: 'Estrategia con señal de stop',
            description:
              'Doce semanas para saber qué ideas merece la pena construir. Recibe un punto de partida medido, dos o tres ensayos, costes sinceros y, más a menudo de lo que cabría esperar, un no razonado.',
          },
        ],
        blogTitle: 'Desde la mesa de dibujo',
        blogSubtitle: 'Lo que hemos aprendido en los últimos encargos, con sus modelos, sus errores y sus mediciones.',
        projectsTitle: 'Una selección de proyectos',
        projectsSubtitle: 'Trabajos que se usan a diario en aulas, líneas de producción y oficinas de gestión.',
        projectsCta: 'Ver todos los proyectos',
        metadata: {
          title: 'Industria AI: aplicaciones de IA para educación, industria e inmuebles',
          description:
            'Industria AI es un estudio de ingeniería de Valencia. Construimos aplicaciones de IA para escuelas, fábricas y gestores inmobiliarios, y ayudamos a decidir qué automatizar.',
          keywords: 'aplicaciones de IA, automatización con IA, estrategia de IA, educación, industria, sector inmobiliario, Valencia',
          ogTitle: 'Industria AI: aplicaciones de IA a la medida de su trabajo',
          ogDescription: 'Primero medir, después construir: aplicaciones, automatización y estrategia de IA para la educación, la industria y el sector inmobiliario.',
          ogImage: '/og.png',
        },
      },
    },
  },

  projects: {
    projectsTitle: 'Projects',
    projectsSubtitle: 'Each case says what the problem was, what we built, how it is measured and what we would do differently.',
    metadata: {
      title: 'Projects by Industria AI',
      description: 'Case studies from schools, factories and property companies: the problem, what we built, how it is measured and what we learned.',
      keywords: 'AI case studies, visual inspection, school timetables, predictive maintenance, lease abstraction, rent estimation',
      ogTitle: 'Projects by Industria AI',
      ogDescription: 'AI applications in daily use in classrooms, on production lines and in property offices.',
      ogImage: '/og.png',
    },
    translations: {
      es: {
        projectsTitle: 'Proyectos',
        projectsSubtitle: 'Cada caso explica cuál era el problema, qué construimos, cómo se mide y qué haríamos de otra manera.',
        metadata: {
          title: 'Proyectos de Industria AI',
          description: 'Casos prácticos de escuelas, fábricas y empresas inmobiliarias: el problema, lo que construimos, cómo se mide y lo que aprendimos.',
          keywords: 'casos prácticos de IA, inspección visual, horarios escolares, mantenimiento predictivo, lectura de contratos, estimación de alquileres',
          ogTitle: 'Proyectos de Industria AI',
          ogDescription: 'Aplicaciones de IA que se usan a diario en aulas, líneas de producción y oficinas de gestión.',
          ogImage: '/og.png',
        },
      },
    },
  },

  blog: {
    blogTitle: 'Blog',
    blogSubtitle: 'Working notes on modelling, measuring and building. Written by the people who did the work.',
    metadata: {
      title: 'The Industria AI blog',
      description: 'Working notes on AI in schools, factories and buildings: how problems are modelled, what the data allows and how results are measured.',
      keywords: 'applied AI, constraint solving, defect detection, floor plans, AI strategy, private models, energy forecasting',
      ogTitle: 'The Industria AI blog',
      ogDescription: 'Working notes on modelling, measuring and building AI for schools, factories and buildings.',
      ogImage: '/og.png',
    },
    translations: {
      es: {
        blogTitle: 'Blog',
        blogSubtitle: 'Notas de trabajo sobre modelar, medir y construir. Escritas por quienes hicieron el trabajo.',
        metadata: {
          title: 'El blog de Industria AI',
          description: 'Notas de trabajo sobre la IA en escuelas, fábricas y edificios: cómo se modelan los problemas, qué permiten los datos y cómo se miden los resultados.',
          keywords: 'IA aplicada, resolución de restricciones, detección de defectos, planos de planta, estrategia de IA, modelos privados, previsión energética',
          ogTitle: 'El blog de Industria AI',
          ogDescription: 'Notas de trabajo sobre cómo modelar, medir y construir IA para escuelas, fábricas y edificios.',
          ogImage: '/og.png',
        },
      },
    },
  },

  about: {
    title: 'An engineering studio for applied AI',
    subtitle: 'Eleven people in Valencia who measure before they build.',
    content: `<p>Industria AI builds software for three kinds of places: schools, factories and buildings. They look different, but they share something that matters to us. In each of them people do skilled work under time pressure, records are kept in a dozen formats, and a wrong answer has a name and an address.</p>
<p>That is why we work like a drawing office. Nobody there starts to cut metal because an idea sounds good. Somebody goes to the place, takes the measurements, draws what is there and what should be there, and gets the drawing signed. Only then is anything made.</p>
<figure><img src="/images/about-workshop.webp" alt="Line drawing of a room with two drawing tables, two stools and sheets on the walls" width="1600" height="1000"><figcaption>The workshop in Valencia, drawn by the people who sit in it.</figcaption></figure>
<h2>How a job runs</h2>
<ol>
<li><strong>Measure.</strong> We spend the first two weeks beside the people who do the work today. We count how long a task takes, how often it goes wrong and what a mistake costs. This becomes the baseline.</li>
<li><strong>Draw.</strong> We write down, on a few pages, what the software will decide, what it will only propose and what it will never touch. We also write down the result at which we would stop.</li>
<li><strong>Build small.</strong> The first version handles one line, one department or one building. It runs beside the old way until the figures can be compared.</li>
<li><strong>Hand over.</strong> You receive the source code, the tests, the data preparation and a handbook. We train the people who will look after it, and stay on call for as long as you want us to.</li>
</ol>
<h2>What we leave to others</h2>
<p>We do not build systems that score job applicants, watch employees or grade pupils without a teacher. We do not resell licences, so we have no reason to recommend one model over another. If a spreadsheet or a better form solves the problem, we say so and send a short invoice.</p>
<p>You can see how this turns out in practice in our <a href="/projects/">projects</a>, and read the reasoning behind it in the <a href="/blog/">blog</a>.</p>`,
    vision:
      'Good tools make skilled work lighter and leave the judgement with the person who holds it. We would like AI to become a tool of that kind: known limits, visible workings, and an off switch within reach.',
    mission:
      'We help schools, manufacturers and property companies to find the few tasks in which AI earns its place, build those well, prove the effect with figures agreed beforehand, and hand the result over to the people who use it.',
    history:
      'Marta Ibáñez and Jonas Lindqvist started the studio in 2019 in a shared workshop in Valencia, with a camera, a borrowed light tunnel and one customer who made hinges. Education followed in 2021, when Nuria Castellanos left the classroom to work on timetables and practice software, and real estate in 2023 with Ruben de Wit. Today we are eleven people, take on about eight jobs a year and still keep the light tunnel.',
    team: [
      {
        name: 'Marta Ibáñez',
        role: 'Managing director',
        bio: 'Production engineer. Spent twelve years on assembly lines before she started to build software for them. Leads the strategy work and asks for the baseline first.',
      },
      {
        name: 'Jonas Lindqvist',
        role: 'Head of engineering',
        bio: 'Looks after computer vision and everything that has to run without an internet connection. Believes that most model problems are lighting problems.',
      },
      {
        name: 'Nuria Castellanos',
        role: 'Education lead',
        bio: 'Taught mathematics for nine years and made the timetable of her own school by hand. Now designs software that teachers can overrule in one click.',
      },
      {
        name: 'Ruben de Wit',
        role: 'Real estate lead',
        bio: 'Came from a property management office in Rotterdam. Works on documents, valuations and energy data, and reads leases for longer than is good for anyone.',
      },
    ],
    metadata: {
      title: 'About Industria AI',
      description: 'Eleven people in Valencia who build AI applications for schools, factories and buildings. How we work, what we refuse and who we are.',
      keywords: 'Industria AI, engineering studio, applied AI, Valencia, team',
      ogTitle: 'About Industria AI',
      ogDescription: 'An engineering studio for applied AI that measures before it builds.',
      ogImage: '/og.png',
    },
    translations: {
      es: {
        title: 'Un estudio de ingeniería para la IA aplicada',
        subtitle: 'Once personas en Valencia que miden antes de construir.',
        content: `<p>Industria AI hace software para tres tipos de lugares: escuelas, fábricas y edificios. No se parecen, pero comparten algo que nos importa. En todos ellos hay personas que hacen un trabajo cualificado con el tiempo justo, los datos se guardan en una docena de formatos y una respuesta equivocada tiene nombre y dirección.</p>
<p>Por eso trabajamos como una oficina técnica. Allí nadie empieza a cortar metal porque una idea suene bien. Alguien va al lugar, toma las medidas, dibuja lo que hay y lo que debería haber, y consigue que le firmen el plano. Solo entonces se fabrica algo.</p>
<figure><img src="/images/about-workshop.webp" alt="Dibujo de línea de una sala con dos mesas de dibujo, dos taburetes y láminas en las paredes" width="1600" height="1000"><figcaption>El taller de Valencia, dibujado por quienes trabajan en él.</figcaption></figure>
<h2>Cómo transcurre un encargo</h2>
<ol>
<li><strong>Medir.</strong> Pasamos las dos primeras semanas junto a quienes hacen hoy el trabajo. Contamos cuánto dura una tarea, con qué frecuencia sale mal y cuánto cuesta un error. Ese es el punto de partida.</li>
<li><strong>Dibujar.</strong> Ponemos por escrito, en unas pocas páginas, qué decidirá el programa, qué se limitará a proponer y qué no tocará nunca. También anotamos el resultado con el que pararíamos.</li>
<li><strong>Construir en pequeño.</strong> La primera versión se ocupa de una línea, un departamento o un edificio. Funciona en paralelo al método de siempre hasta que las cifras se pueden comparar.</li>
<li><strong>Entregar.</strong> Recibe el código fuente, las pruebas, la preparación de los datos y un manual. Formamos a quienes se encargarán del sistema y seguimos disponibles todo el tiempo que usted quiera.</li>
</ol>
<h2>Lo que dejamos a otros</h2>
<p>No construimos sistemas que puntúen a candidatos, vigilen a empleados o califiquen a alumnos sin un profesor. No revendemos licencias, así que no tenemos motivos para recomendar un modelo antes que otro. Si el problema se resuelve con una hoja de cálculo o con un formulario mejor, lo decimos y enviamos una factura corta.</p>
<p>En nuestros <a href="/projects/">proyectos</a> puede ver cómo resulta todo esto en la práctica, y en el <a href="/blog/">blog</a>, los razonamientos que hay detrás.</p>`,
        vision:
          'Las buenas herramientas aligeran el trabajo cualificado y dejan el criterio en manos de quien lo tiene. Nos gustaría que la IA llegara a ser una herramienta así: con límites conocidos, con el mecanismo a la vista y con el interruptor a mano.',
        mission:
          'Ayudamos a escuelas, fabricantes y empresas inmobiliarias a encontrar las pocas tareas en las que la IA se gana su sitio, a construirlas bien, a demostrar su efecto con cifras acordadas de antemano y a dejar el resultado en manos de quienes lo usan.',
        history:
          'Marta Ibáñez y Jonas Lindqvist fundaron el estudio en 2019 en un taller compartido de Valencia, con una cámara, un túnel de luz prestado y un solo cliente que fabricaba bisagras. La educación llegó en 2021, cuando Nuria Castellanos dejó el aula para dedicarse a los horarios y al software de prácticas, y el sector inmobiliario en 2023, con Ruben de Wit. Hoy somos once personas, aceptamos unos ocho encargos al año y conservamos el túnel de luz.',
        team: [
          {
            name: 'Marta Ibáñez',
            role: 'Directora general',
            bio: 'Ingeniera de producción. Pasó doce años en líneas de montaje antes de empezar a hacer software para ellas. Dirige los trabajos de estrategia y siempre pide primero el punto de partida.',
          },
          {
            name: 'Jonas Lindqvist',
            role: 'Director de ingeniería',
            bio: 'Se ocupa de la visión artificial y de todo lo que debe funcionar sin conexión a internet. Está convencido de que casi todos los problemas de los modelos son problemas de iluminación.',
          },
          {
            name: 'Nuria Castellanos',
            role: 'Responsable de educación',
            bio: 'Enseñó matemáticas durante nueve años e hizo a mano el horario de su propio instituto. Ahora diseña programas que el profesorado puede corregir con un clic.',
          },
          {
            name: 'Ruben de Wit',
            role: 'Responsable del sector inmobiliario',
            bio: 'Viene de una oficina de gestión de inmuebles de Róterdam. Trabaja con documentos, valoraciones y datos de energía, y lee contratos de alquiler más horas de las aconsejables.',
          },
        ],
        metadata: {
          title: 'Sobre Industria AI',
          description: 'Once personas en Valencia que construyen aplicaciones de IA para escuelas, fábricas y edificios. Cómo trabajamos, qué no aceptamos y quiénes somos.',
          keywords: 'Industria AI, estudio de ingeniería, IA aplicada, Valencia, equipo',
          ogTitle: 'Sobre Industria AI',
          ogDescription: 'Un estudio de ingeniería para la IA aplicada que mide antes de construir.',
          ogImage: '/og.png',
        },
      },
    },
  },

  contact: {
    title: 'Contact',
    subtitle: 'Tell us what takes too long today. An engineer reads every message and answers within two working days.',
    address: 'Industria AI, S.L.\nCalle del Taller 14, 3.º\n46022 Valencia\nSpain',
    email: 'hello@industria.example',
    phone: '+34 963 000 142',
    formTitle: 'Send us a message',
    metadata: {
      title: 'Contact Industria AI',
      description: 'Write to Industria AI in Valencia about an application, an automation or a strategy. An engineer answers within two working days.',
      keywords: 'contact, Industria AI, AI consulting, Valencia',
      ogTitle: 'Contact Industria AI',
      ogDescription: 'Tell us what takes too long today. An engineer answers within two working days.',
      ogImage: '/og.png',
    },
    translations: {
      es: {
        title: 'Contacto',
        subtitle: 'Cuéntenos qué les lleva hoy demasiado tiempo. Un ingeniero lee cada mensaje y responde en dos días laborables.',
        address: 'Industria AI, S.L.\nCalle del Taller 14, 3.º\n46022 Valencia\nEspaña',
        email: 'hello@industria.example',
        phone: '+34 963 000 142',
        formTitle: 'Envíenos un mensaje',
        metadata: {
          title: 'Contacto con Industria AI',
          description: 'Escriba a Industria AI, en Valencia, sobre una aplicación, una automatización o una estrategia. Un ingeniero responde en dos días laborables.',
          keywords: 'contacto, Industria AI, consultoría de IA, Valencia',
          ogTitle: 'Contacto con Industria AI',
          ogDescription: 'Cuéntenos qué les lleva hoy demasiado tiempo. Un ingeniero responde en dos días laborables.',
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
        content: `<p>This policy explains which personal data this website handles, why, and for how long. It covers the website only. Data that we process in a customer’s project is governed by the agreement with that customer.</p>
<h2>Who is responsible</h2>
<p>Industria AI, S.L., Calle del Taller 14, 46022 Valencia, Spain. You can reach us at <a href="mailto:hello@industria.example">hello@industria.example</a> or through the <a href="/contact/">contact page</a>.</p>
<h2>What we handle and why</h2>
<table>
<thead><tr><th>Data</th><th>Purpose</th><th>Legal basis</th><th>Kept</th></tr></thead>
<tbody>
<tr><td>Email address you leave on the waitlist, and the moment you left it</td><td>To tell you when early access opens</td><td>Your consent (Art. 6(1)(a) GDPR)</td><td>Until you withdraw it, or until access has opened and you have been told</td></tr>
<tr><td>Name, email address, subject and text of a contact message, and the moment you sent it</td><td>To answer you and to prepare work you ask for</td><td>Steps before a contract, or our interest in answering (Art. 6(1)(b) and (f) GDPR)</td><td>As long as the conversation needs, then at most two years</td></tr>
<tr><td>Network address of whoever submits a form or tries to log in; a fingerprint of the submitted form</td><td>To limit the number of attempts and so prevent misuse; to store a form that was sent twice only once</td><td>Our interest in a secure site (Art. 6(1)(f) GDPR)</td><td>For the counting, one hour at most; the fingerprint, 24 hours; in the server’s technical log, for as long as it takes to find faults or attacks</td></tr>
<tr><td>User name and hashed password of the site’s administrator</td><td>To protect the administration area</td><td>Our interest in a secure site (Art. 6(1)(f) GDPR)</td><td>As long as the account exists</td></tr>
</tbody>
</table>
<p>The forms contain a hidden field that people never see. If a program fills it in, the message is set aside as spam. No other automated decision is made about you.</p>
<h2>What we do not do</h2>
<ul>
<li>No analytics, advertising or tracking of visitors, by us or by others.</li>
<li>No fonts, scripts or images loaded from other companies’ servers.</li>
<li>No sale, rental or exchange of personal data.</li>
<li>No use of your messages to train models.</li>
</ul>
<h2>Who receives data</h2>
<p>Only the people in our team who need it, and the company that hosts the server, which acts on our instructions. We disclose data to authorities only where the law obliges us to.</p>
<h2>Your rights</h2>
<p>You may ask us for access to your data, for its correction or deletion, for a copy in a common format, and for a restriction of its use. You may object to processing based on our interests, and withdraw consent at any time with effect for the future. Write to us; we answer within one month and free of charge. If you believe that we handle your data wrongly, you may complain to the Spanish data protection authority (AEPD) or to the authority where you live.</p>
<p>In force since 2 November 2026.</p>`,
      },
      {
        title: 'Terms of Service',
        content: `<p>These terms apply to the use of this website, including the waitlist and the contact form. They do not apply to projects that we carry out for customers, which always have a written agreement of their own.</p>
<h2>Using the site</h2>
<p>You may read, print and link to everything that is public here. Please do not:</p>
<ul>
<li>try to enter the administration area without an account;</li>
<li>send messages or sign-ups by program, or in the name of somebody else;</li>
<li>burden the site so that others cannot use it, or look for weaknesses without telling us first.</li>
</ul>
<p>If you have found a weakness, we would be grateful for a message through the <a href="/contact/">contact page</a>. We will not take action against anyone who reports in good faith and does no damage.</p>
<h2>The waitlist</h2>
<p>Joining the waitlist is free and binds neither of us. It is not an order, and it does not guarantee access, a date or a price. You can leave it at any time with a short message.</p>
<h2>Information, not advice</h2>
<p>Project descriptions and articles report what happened in one place under its own conditions. The figures are not a promise of the same effect elsewhere. Please do not use them as the only basis for a technical, legal or financial decision.</p>
<h2>Demonstrations and links</h2>
<p>Live demonstrations work with sample data and may be changed or switched off. Please enter no confidential data there. Links to other sites lead outside our control; their operators are responsible for what you find.</p>
<h2>Liability</h2>
<p>We take reasonable care that the site is available, safe and correct. We are liable without limit for intent, for gross negligence and for harm to life, body or health, and wherever the law does not allow a limit. Otherwise we are not liable for damage that arises from the use of this free site.</p>
<h2>Changes and law</h2>
<p>We may adapt these terms when the site changes; the version published here applies. Spanish law applies. If you use the site as a consumer, the protection of the law of the country where you live stays with you.</p>
<p>In force since 2 November 2026.</p>`,
      },
      {
        title: 'Cookies',
        content: `<p>This site uses as little storage in your browser as it can. That is why you see no cookie banner: everything listed here is needed for something you asked for.</p>
<h2>What is stored</h2>
<table>
<thead><tr><th>What</th><th>Who gets it</th><th>Purpose</th><th>How long</th></tr></thead>
<tbody>
<tr><td>Language preference, one entry in the browser’s local storage and a cookie of the same name (<code>industria-language</code>)</td><td>Every visitor</td><td>To show the site in English or Spanish, from the first byte of the next page</td><td>Until you change the language or delete the data of this site; browsers limit the cookie to 400 days or less</td></tr>
<tr><td>Session cookie</td><td>Only administrators who log in</td><td>To recognise the logged-in administrator</td><td>Until logout, or 30 days without use</td></tr>
</tbody>
</table>
<p>Both cookies come from this site alone and are sent only to it. The language cookie says <code>en</code> or <code>es</code> and nothing else. The session cookie holds a random value and cannot be read by scripts.</p>
<h2>What is not stored</h2>
<p>There are no cookies for statistics, advertising or social networks. The links to GitHub and LinkedIn are ordinary links: those companies learn of your visit only if you follow them.</p>
<h2>How to remove it</h2>
<p>You can delete cookies and local storage in the settings of your browser at any time. The site keeps working; it starts again in English until you choose a language.</p>
<p>In force since 2 November 2026.</p>`,
      },
      {
        title: 'Legal Notice',
        content: `<p>Information required by Article 10 of the Spanish Act 34/2002 on information society services and electronic commerce (LSSI-CE).</p>
<h2>Owner of the site</h2>
<ul>
<li>Company: Industria AI, S.L.</li>
<li>Registered office: Calle del Taller 14, 3.º, 46022 Valencia, Spain</li>
<li>Tax number (NIF): B00000000</li>
<li>Commercial register: Registro Mercantil de Valencia, volume 0000, sheet V-000000</li>
<li>Email: <a href="mailto:hello@industria.example">hello@industria.example</a></li>
<li>Telephone: +34 963 000 142</li>
</ul>
<h2>Responsible for the content</h2>
<p>Marta Ibáñez, managing director, at the address above.</p>
<h2>Intellectual property</h2>
<p>Texts, drawings, the logo and the design of this site belong to Industria AI, S.L. or are used with permission. You may quote short passages if you name the source and link to the page. Code that we publish is subject to the licence in its repository. Names and marks of other companies belong to their owners.</p>
<h2>Disputes</h2>
<p>We would rather solve a disagreement by talking. If that fails, the courts laid down by law have jurisdiction; for consumers these are the courts of the place where they live.</p>
<p>In force since 2 November 2026.</p>`,
      },
    ],
    metadata: {
      title: 'Legal information of Industria AI',
      description: 'Privacy policy, terms of service, cookies and legal notice of the Industria AI website. No tracking, no advertising, one language preference.',
      keywords: 'privacy policy, terms of service, cookies, legal notice, Industria AI',
      ogTitle: 'Legal information of Industria AI',
      ogDescription: 'Privacy policy, terms of service, cookies and legal notice.',
      ogImage: '/og.png',
    },
    translations: {
      es: {
        title: 'Información legal',
        subtitle: 'Nuestra política de privacidad, las condiciones del servicio y otra información legal',
        sections: [
          {
            title: 'Política de privacidad',
            content: `<p>Esta política explica qué datos personales trata este sitio web, para qué y durante cuánto tiempo. Se refiere solo al sitio web. Los datos que tratamos en el proyecto de un cliente se rigen por el acuerdo con ese cliente.</p>
<h2>Responsable del tratamiento</h2>
<p>Industria AI, S.L., Calle del Taller 14, 46022 Valencia, España. Puede escribirnos a <a href="mailto:hello@industria.example">hello@industria.example</a> o desde la <a href="/contact/">página de contacto</a>.</p>
<h2>Qué datos tratamos y para qué</h2>
<table>
<thead><tr><th>Datos</th><th>Finalidad</th><th>Base jurídica</th><th>Conservación</th></tr></thead>
<tbody>
<tr><td>Dirección de correo que deja en la lista de espera y momento en que la dejó</td><td>Avisarle cuando se abra el acceso anticipado</td><td>Su consentimiento (art. 6.1.a del RGPD)</td><td>Hasta que lo retire, o hasta que el acceso se haya abierto y se lo hayamos comunicado</td></tr>
<tr><td>Nombre, dirección de correo, asunto y texto de un mensaje de contacto, y momento del envío</td><td>Responderle y preparar los trabajos que solicite</td><td>Medidas precontractuales o nuestro interés en responder (art. 6.1.b y 6.1.f del RGPD)</td><td>Mientras dure la conversación y, después, dos años como máximo</td></tr>
<tr><td>Dirección de red de quien envía un formulario o intenta iniciar sesión; huella digital del formulario enviado</td><td>Limitar el número de intentos y evitar así los abusos; guardar una sola vez un formulario enviado dos veces</td><td>Nuestro interés en un sitio seguro (art. 6.1.f del RGPD)</td><td>Para el recuento, una hora como máximo; la huella, 24 horas; en el registro técnico del servidor, el tiempo necesario para localizar fallos o ataques</td></tr>
<tr><td>Nombre de usuario del administrador del sitio y resumen criptográfico (hash) de su contraseña</td><td>Proteger la zona de administración</td><td>Nuestro interés en un sitio seguro (art. 6.1.f del RGPD)</td><td>Mientras exista la cuenta</td></tr>
</tbody>
</table>
<p>Los formularios contienen un campo oculto que las personas no ven. Si un programa lo rellena, el mensaje se aparta como correo no deseado. No se toma ninguna otra decisión automatizada sobre usted.</p>
<h2>Qué no hacemos</h2>
<ul>
<li>No hay analítica, publicidad ni seguimiento de visitantes, ni nuestros ni de terceros.</li>
<li>No se cargan tipografías, programas ni imágenes desde servidores de otras empresas.</li>
<li>No se venden, ceden ni intercambian datos personales.</li>
<li>No se usan sus mensajes para entrenar modelos.</li>
</ul>
<h2>Quién recibe los datos</h2>
<p>Solo las personas de nuestro equipo que los necesitan y la empresa que aloja el servidor, que actúa siguiendo nuestras instrucciones. Comunicamos datos a las autoridades únicamente cuando la ley nos obliga a ello.</p>
<h2>Sus derechos</h2>
<p>Puede pedirnos acceso a sus datos, su rectificación o supresión, una copia en un formato de uso común y la limitación de su tratamiento. Puede oponerse a los tratamientos basados en nuestro interés y retirar su consentimiento en cualquier momento, con efectos para el futuro. Escríbanos: respondemos en el plazo de un mes y sin coste alguno. Si considera que tratamos sus datos de forma incorrecta, puede presentar una reclamación ante la Agencia Española de Protección de Datos (AEPD) o ante la autoridad de su lugar de residencia.</p>
<p>En vigor desde el 2 de noviembre de 2026.</p>`,
          },
          {
            title: 'Condiciones del servicio',
            content: `<p>Estas condiciones se aplican al uso de este sitio web, incluidos la lista de espera y el formulario de contacto. No se aplican a los proyectos que realizamos para clientes, que siempre cuentan con un acuerdo propio por escrito.</p>
<h2>Uso del sitio</h2>
<p>Puede leer, imprimir y enlazar todo lo que aquí es público. Le pedimos que no:</p>
<ul>
<li>intente entrar en la zona de administración sin tener una cuenta;</li>
<li>envíe mensajes o inscripciones mediante programas o en nombre de otra persona;</li>
<li>sobrecargue el sitio hasta impedir que otros lo usen, ni busque vulnerabilidades sin avisarnos antes.</li>
</ul>
<p>Si ha encontrado una vulnerabilidad, le agradeceremos un mensaje desde la <a href="/contact/">página de contacto</a>. No emprenderemos acciones contra quien informe de buena fe y sin causar daños.</p>
<h2>La lista de espera</h2>
<p>Unirse a la lista de espera es gratuito y no obliga a ninguna de las partes. No es un pedido ni garantiza el acceso, una fecha o un precio. Puede darse de baja en cualquier momento con un breve mensaje.</p>
<h2>Información, no asesoramiento</h2>
<p>Las descripciones de proyectos y los artículos cuentan lo que ocurrió en un lugar concreto y en sus propias condiciones. Las cifras no prometen el mismo efecto en otra parte. Le rogamos que no las tome como única base de una decisión técnica, jurídica o económica.</p>
<h2>Demostraciones y enlaces</h2>
<p>Las demostraciones en vivo funcionan con datos de ejemplo y pueden cambiar o desactivarse. No introduzca en ellas datos confidenciales. Los enlaces a otros sitios quedan fuera de nuestro control; de lo que encuentre allí responden quienes los gestionan.</p>
<h2>Responsabilidad</h2>
<p>Ponemos un cuidado razonable en que el sitio esté disponible y sea seguro y correcto. Respondemos sin límite en caso de dolo, de negligencia grave y de daños a la vida, la integridad física o la salud, y siempre que la ley no permita limitarlo. En los demás casos no respondemos de los daños derivados del uso de este sitio gratuito.</p>
<h2>Cambios y legislación</h2>
<p>Podemos adaptar estas condiciones cuando cambie el sitio; se aplica la versión aquí publicada. Se rigen por la legislación española. Si usa el sitio como consumidor, conserva la protección que le reconoce la ley del país donde reside.</p>
<p>En vigor desde el 2 de noviembre de 2026.</p>`,
          },
          {
            title: 'Cookies',
            content: `<p>Este sitio guarda en su navegador lo menos posible. Por eso no verá ningún aviso de cookies: todo lo que figura aquí es necesario para algo que usted ha pedido.</p>
<h2>Qué se guarda</h2>
<table>
<thead><tr><th>Qué</th><th>A quién</th><th>Para qué</th><th>Cuánto tiempo</th></tr></thead>
<tbody>
<tr><td>Preferencia de idioma: una entrada en el almacenamiento local del navegador y una cookie del mismo nombre (<code>industria-language</code>)</td><td>A todos los visitantes</td><td>Mostrar el sitio en inglés o en español desde el primer byte de la página siguiente</td><td>Hasta que cambie de idioma o borre los datos de este sitio; los navegadores limitan la cookie a 400 días o menos</td></tr>
<tr><td>Cookie de sesión</td><td>Solo a los administradores que inician sesión</td><td>Reconocer al administrador que ha iniciado sesión</td><td>Hasta que cierre la sesión o pasen 30 días sin usarla</td></tr>
</tbody>
</table>
<p>Las dos cookies son solo de este sitio y solo a él se envían. La cookie de idioma dice <code>en</code> o <code>es</code> y nada más. La cookie de sesión contiene un valor aleatorio y ningún programa de la página puede leerla.</p>
<h2>Qué no se guarda</h2>
<p>No hay cookies de estadística, de publicidad ni de redes sociales. Los enlaces a GitHub y LinkedIn son enlaces corrientes: esas empresas solo sabrán de su visita si los sigue.</p>
<h2>Cómo borrarlo</h2>
<p>Puede borrar las cookies y el almacenamiento local en los ajustes de su navegador en cualquier momento. El sitio sigue funcionando; vuelve a empezar en inglés hasta que elija un idioma.</p>
<p>En vigor desde el 2 de noviembre de 2026.</p>`,
          },
          {
            title: 'Aviso legal',
            content: `<p>Información exigida por el artículo 10 de la Ley 34/2002, de servicios de la sociedad de la información y de comercio electrónico (LSSI-CE).</p>
<h2>Titular del sitio</h2>
<ul>
<li>Empresa: Industria AI, S.L.</li>
<li>Domicilio social: Calle del Taller 14, 3.º, 46022 Valencia, España</li>
<li>NIF: B00000000</li>
<li>Registro: Registro Mercantil de Valencia, tomo 0000, hoja V-000000</li>
<li>Correo electrónico: <a href="mailto:hello@industria.example">hello@industria.example</a></li>
<li>Teléfono: +34 963 000 142</li>
</ul>
<h2>Responsable del contenido</h2>
<p>Marta Ibáñez, directora general, en la dirección indicada.</p>
<h2>Propiedad intelectual</h2>
<p>Los textos, los dibujos, el logotipo y el diseño de este sitio pertenecen a Industria AI, S.L. o se usan con permiso. Puede citar fragmentos breves si nombra la fuente y enlaza la página. El código que publicamos está sujeto a la licencia de su repositorio. Los nombres y marcas de otras empresas pertenecen a sus titulares.</p>
<h2>Controversias</h2>
<p>Preferimos resolver los desacuerdos hablando. Si no fuera posible, serán competentes los juzgados y tribunales que determine la ley; para los consumidores, los de su lugar de residencia.</p>
<p>En vigor desde el 2 de noviembre de 2026.</p>`,
          },
        ],
        metadata: {
          title: 'Información legal de Industria AI',
          description: 'Política de privacidad, condiciones del servicio, cookies y aviso legal del sitio de Industria AI. Sin seguimiento ni publicidad; solo una preferencia de idioma.',
          keywords: 'política de privacidad, condiciones del servicio, cookies, aviso legal, Industria AI',
          ogTitle: 'Información legal de Industria AI',
          ogDescription: 'Política de privacidad, condiciones del servicio, cookies y aviso legal.',
          ogImage: '/og.png',
        },
      },
    },
  },
} satisfies Record<PageName, object>
