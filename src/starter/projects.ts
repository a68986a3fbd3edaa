import type { SeoMetadata } from '#records/seo-metadata'

type ProjectText = {
  title: string
  description: string
  excerpt: string
  category: string
  content: string
  metadata?: SeoMetadata
}

export type StarterProject = ProjectText & {
  slug: string
  imageUrl: string
  category: 'Education' | 'Manufacturing' | 'Real Estate'
  type: 'Application' | 'Automation' | 'Strategy'
  isFeatured: boolean
  githubUrl?: string
  demoUrl?: string
  translations: { es: ProjectText }
}

/** Oldest first, so that a list by descending id opens with the newest. */
export const starterProjects: StarterProject[] = [
  {
    slug: 'press-watch',
    title: 'Press Watch',
    description:
      'Early warnings for eleven stamping presses at a car parts supplier in Vitoria, from sensors that were already there.',
    excerpt: 'Early warnings for eleven presses from existing sensors, in words that the maintenance shift can act on.',
    imageUrl: '/images/project-predictive-maintenance.webp',
    category: 'Manufacturing',
    type: 'Application',
    isFeatured: false,
    content: `<p>A supplier of car seat parts in Vitoria runs eleven mechanical presses in three shifts. Maintenance followed the calendar: bearings and clutches were replaced after a fixed number of strokes, whether they needed it or not. Even so, a press stood still without warning about once a month, and each time the line behind it waited.</p>
<h2>What we built</h2>
<p>The presses already reported tonnage, motor current and oil temperature to the control system, but the values were overwritten after a week. We added a small computer to each press that keeps them, and fitted vibration sensors to the two oldest machines only. For every press, a model learns what a normal stroke looks like for each tool and each material. What it reports is the distance from normal, not a prediction of the day of failure.</p>
<p>When the distance grows over several shifts, the foreman gets a message that names the press, the signal and the most similar case from the past. The crew answers with one of three buttons: found something, found nothing, looked at later. Those answers are the only training labels we ever received, and they turned out to be enough.</p>
<h2>How it is measured</h2>
<p>We compared twelve months before with twelve months after, on the same presses and similar volumes.</p>
<table>
<thead><tr><th>Figure</th><th>Before</th><th>After</th></tr></thead>
<tbody>
<tr><td>Unplanned stops longer than one hour</td><td>13</td><td>8</td></tr>
<tr><td>Hours lost to those stops</td><td>71</td><td>38</td></tr>
<tr><td>Messages per week, all presses</td><td>none</td><td>2.4</td></tr>
<tr><td>Messages that led to a finding</td><td>none</td><td>6 in 10</td></tr>
</tbody>
</table>
<p>Of the eight stops that remained, three had no sign in any signal that we record. Electrical faults in the control cabinet still come as a surprise, and we say so in the handbook.</p>
<h2>What we learned</h2>
<ul>
<li>A normal stroke depends on the tool more than on the press. Our first model ignored that and raised an alarm at every tool change.</li>
<li>Two messages a week are read. In the trial with eleven a week, they were muted after a month.</li>
<li>The crew trusted the system once it quoted their own words from an earlier repair.</li>
</ul>`,
    metadata: {
      title: 'Press Watch: early warnings for stamping presses',
      description: 'How a car parts supplier in Vitoria cut unplanned press stops with sensors it already had, and which faults the system still cannot see.',
      keywords: 'predictive maintenance, stamping press, anomaly detection, manufacturing',
    },
    translations: {
      es: {
        title: 'Vigía de prensas',
        description:
          'Avisos tempranos para once prensas de estampación de un proveedor de automoción de Vitoria, con sensores que ya estaban instalados.',
        excerpt: 'Avisos tempranos para once prensas con los sensores existentes, en palabras útiles para el turno de mantenimiento.',
        category: 'Industria',
        content: `<p>Un proveedor de piezas para asientos de automóvil de Vitoria trabaja con once prensas mecánicas a tres turnos. El mantenimiento seguía el calendario: rodamientos y embragues se cambiaban tras un número fijo de golpes, hiciera falta o no. Aun así, más o menos una vez al mes una prensa se paraba sin avisar, y la línea que venía detrás se quedaba esperando.</p>
<h2>Qué construimos</h2>
<p>Las prensas ya enviaban al sistema de control la fuerza, la corriente del motor y la temperatura del aceite, pero los valores se sobrescribían al cabo de una semana. Añadimos a cada prensa un pequeño ordenador que los conserva e instalamos sensores de vibración solo en las dos máquinas más antiguas. Un modelo aprende, prensa por prensa, cómo es un golpe normal con cada útil y cada material. Lo que comunica es la distancia respecto a lo normal, no el día en que llegará la avería.</p>
<p>Cuando esa distancia crece durante varios turnos, el encargado recibe un mensaje con la prensa, la señal y el caso más parecido del pasado. El equipo responde con uno de tres botones: se encontró algo, no se encontró nada, se mirará más tarde. Esas respuestas son las únicas etiquetas de entrenamiento que hemos tenido, y resultaron ser suficientes.</p>
<h2>Cómo se mide</h2>
<p>Comparamos doce meses antes y doce meses después, con las mismas prensas y volúmenes parecidos.</p>
<table>
<thead><tr><th>Dato</th><th>Antes</th><th>Después</th></tr></thead>
<tbody>
<tr><td>Paradas imprevistas de más de una hora</td><td>13</td><td>8</td></tr>
<tr><td>Horas perdidas en esas paradas</td><td>71</td><td>38</td></tr>
<tr><td>Mensajes por semana, todas las prensas</td><td>ninguno</td><td>2,4</td></tr>
<tr><td>Mensajes que llevaron a un hallazgo</td><td>ninguno</td><td>6 de cada 10</td></tr>
</tbody>
</table>
<p>De las ocho paradas que quedaron, tres no dejaron rastro en ninguna de las señales que registramos. Las averías eléctricas del armario de control siguen llegando por sorpresa, y así consta en el manual.</p>
<h2>Qué aprendimos</h2>
<ul>
<li>Un golpe normal depende más del útil que de la prensa. Nuestro primer modelo no lo tenía en cuenta y daba la alarma en cada cambio de útil.</li>
<li>Dos mensajes a la semana se leen. En el ensayo con once, al mes ya los habían silenciado.</li>
<li>El equipo empezó a confiar en el sistema cuando este citó sus propias palabras de una reparación anterior.</li>
</ul>`,
        metadata: {
          title: 'Vigía de prensas: avisos tempranos en estampación',
          description: 'Cómo un proveedor de automoción de Vitoria redujo las paradas imprevistas con los sensores que ya tenía, y qué averías sigue sin ver el sistema.',
          keywords: 'mantenimiento predictivo, prensa de estampación, detección de anomalías, industria',
        },
      },
    },
  },
  {
    slug: 'shift-planner',
    title: 'Shift Planner',
    description:
      'A strategy job at a food packaging plant in Murcia that ended with less AI than planned: a forecast, a small solver and a fair set of rules.',
    excerpt: 'We were asked for AI and recommended a forecast, a small solver and a page of rules that everyone signed.',
    imageUrl: '/images/project-shift-planner.webp',
    category: 'Manufacturing',
    type: 'Strategy',
    isFeatured: false,
    content: `<p>A plant near Murcia packs vegetables for supermarkets. Orders arrive the evening before, and in the season 140 people work on nine lines. Two planners spent most of their day on the telephone. The management asked us for an assistant that would plan the shifts by itself.</p>
<h2>What we found</h2>
<p>We sat beside the planners for eight days and noted every change to the plan and its cause. The list was short.</p>
<ol>
<li>Four changes in ten happened because the order volume was guessed too low or too high.</li>
<li>Three in ten came from people who could not take a shift which they had never been asked about.</li>
<li>The rest were sickness, machines and lorries, which nobody can plan.</li>
</ol>
<p>So the planners were not slow. They were repairing a plan that had been made with missing information.</p>
<h2>What we recommended</h2>
<p>We advised against the assistant. Instead we proposed three smaller things: a forecast of the order volume by customer and weekday, a form on the phone in which people enter their availability a week ahead, and a solver that proposes a plan within a few minutes. The works council helped to write the rules that the solver follows. They fit on one page, for example:</p>
<blockquote><p>Nobody gets more than two late shifts in a row, and whoever stood in on a Sunday is asked last for the next one.</p></blockquote>
<p>The planners change the proposal as they like. Each change is marked, and the marks are discussed once a month.</p>
<h2>How it is measured</h2>
<p>We counted changes to the published plan per week, in the same six weeks of two consecutive seasons. They fell from 118 to 64. Overtime fell by 9 percent, though volumes were also slightly lower that year, so we do not claim all of it. In a short survey, 7 in 10 employees called the new plan fairer; 2 in 10 saw no difference.</p>
<h2>What we learned</h2>
<p>The availability form did more than the forecast and the solver together, and it took nine days to build. We would start with it next time and measure again before building anything else. The planners now spend their afternoons on the next week instead of the next morning. How such a job begins is described in <a href="/blog/the-first-90-days-of-an-ai-strategy/">our notes on the first 90 days</a>.</p>`,
    metadata: {
      title: 'Shift Planner: a strategy job that ended with less AI',
      description: 'At a packaging plant in Murcia, eight days of observation replaced an AI assistant by a forecast, an availability form and a small solver.',
      keywords: 'AI strategy, shift planning, constraint solver, food packaging, works council',
    },
    translations: {
      es: {
        title: 'Planificador de turnos',
        description:
          'Un trabajo de estrategia en una planta de envasado de Murcia que acabó con menos IA de la prevista: una previsión, un pequeño optimizador y unas reglas justas.',
        excerpt: 'Nos pidieron IA y recomendamos una previsión, un pequeño optimizador y una página de reglas que firmó todo el mundo.',
        category: 'Industria',
        content: `<p>Una planta cercana a Murcia envasa verduras para supermercados. Los pedidos llegan la tarde anterior y en temporada trabajan 140 personas en nueve líneas. Dos planificadoras pasaban casi todo el día al teléfono. La dirección nos pidió un asistente que planificara los turnos por sí solo.</p>
<h2>Qué encontramos</h2>
<p>Pasamos ocho días sentados junto a las planificadoras y anotamos cada cambio del plan y su causa. La lista resultó corta.</p>
<ol>
<li>Cuatro de cada diez cambios se debían a que el volumen de pedidos se había calculado a ojo, por exceso o por defecto.</li>
<li>Tres de cada diez venían de personas que no podían hacer un turno por el que nadie les había preguntado.</li>
<li>El resto eran bajas, máquinas y camiones, que nadie puede planificar.</li>
</ol>
<p>Por tanto, las planificadoras no eran lentas. Estaban reparando un plan hecho con información incompleta.</p>
<h2>Qué recomendamos</h2>
<p>Desaconsejamos el asistente. En su lugar propusimos tres cosas más pequeñas: una previsión del volumen de pedidos por cliente y día de la semana, un formulario en el móvil para indicar la disponibilidad con una semana de antelación y un optimizador que propone un plan en pocos minutos. El comité de empresa ayudó a redactar las reglas que sigue el optimizador. Caben en una página; por ejemplo:</p>
<blockquote><p>Nadie hace más de dos turnos de tarde seguidos, y a quien cubrió un domingo se le pregunta en último lugar para el siguiente.</p></blockquote>
<p>Las planificadoras cambian la propuesta como quieren. Cada cambio queda marcado, y las marcas se comentan una vez al mes.</p>
<h2>Cómo se mide</h2>
<p>Contamos los cambios semanales del plan ya publicado, en las mismas seis semanas de dos temporadas seguidas. Pasaron de 118 a 64. Las horas extraordinarias bajaron un 9 por ciento, aunque ese año los volúmenes también fueron algo menores, así que no nos atribuimos todo el mérito. En una breve encuesta, 7 de cada 10 empleados consideraron más justo el nuevo plan; 2 de cada 10 no notaron diferencia.</p>
<h2>Qué aprendimos</h2>
<p>El formulario de disponibilidad consiguió más que la previsión y el optimizador juntos, y costó nueve días de trabajo. La próxima vez empezaríamos por ahí y volveríamos a medir antes de construir nada más. Las planificadoras dedican ahora las tardes a la semana siguiente en vez de a la mañana siguiente. Cómo empieza un trabajo así lo contamos en <a href="/blog/the-first-90-days-of-an-ai-strategy/">nuestras notas sobre los primeros 90 días</a>.</p>`,
        metadata: {
          title: 'Planificador de turnos: una estrategia que acabó con menos IA',
          description: 'En una planta de envasado de Murcia, ocho días de observación cambiaron un asistente de IA por una previsión, un formulario y un pequeño optimizador.',
          keywords: 'estrategia de IA, planificación de turnos, optimizador, envasado de alimentos, comité de empresa',
        },
      },
    },
  },
  {
    slug: 'school-timetables',
    title: 'School Timetables',
    description:
      'A timetable solver for four secondary schools in and around Porto that proposes a complete week and explains what stands in the way of a better one.',
    excerpt: 'A solver that proposes a complete school week and names the wishes that contradict each other.',
    imageUrl: '/images/project-school-timetables.webp',
    category: 'Education',
    type: 'Automation',
    isFeatured: false,
    githubUrl: 'https://github.com/industria-ai/school-timetables',
    demoUrl: 'https://demo.industria.example/timetables/',
    content: `<p>A group of four secondary schools in and around Porto shares 31 teachers between its buildings. Until 2024, a deputy head made the timetable every August with magnets on a board and a very good memory. It took her about three weeks, and every late change meant a weekend.</p>
<h2>What we built</h2>
<p>The school enters rooms, classes, lessons and the hours in which each teacher is available. Then it sorts its wishes into three groups: what must hold, what should hold and what would be nice. A constraint solver looks for a week that satisfies the first group completely and the others as far as possible. A first valid timetable usually appears within two minutes, and it improves for as long as the computer is left running, typically over lunch.</p>
<p>The more important half is the explanation. When no valid week exists, the program searches for the smallest set of demands that contradict each other and prints them as sentences:</p>
<pre><code>These four demands cannot all hold:
1. Physics for 11B needs the laboratory twice a week.
2. The laboratory is closed on Wednesday.
3. Ms Teixeira teaches in the other building on Monday and Friday.
4. 11B has no lessons after 15:00.</code></pre>
<p>Once the sentences are on the table, the people concerned find the way out by themselves, and usually quickly.</p>
<h2>How it is measured</h2>
<ul>
<li>Work of the deputy head: from about 15 days to 4 days, most of them spent on entering and checking wishes.</li>
<li>Free periods between lessons, summed over all teachers: from 96 to 71 per week.</li>
<li>Teachers who travel between buildings on the same day: from 14 cases per week to 5.</li>
<li>Changes after the first week of school: 6 in the first year and 3 in the second. The handmade timetable had 11.</li>
</ul>
<h2>What we learned</h2>
<p>Our first version treated every wish as equal. The result was correct and nobody liked it, because a wish for short Fridays weighed as much as a doctor’s recommendation. The three groups came from the teachers’ meeting, not from us. The solver is published under an open licence; the model behind it is explained in <a href="/blog/how-a-school-timetable-becomes-a-solvable-problem/">a separate article</a>.</p>`,
    metadata: {
      title: 'School Timetables: a solver that explains itself',
      description: 'A timetable solver for four secondary schools in Porto: a complete week in minutes, and plain sentences when wishes contradict each other.',
      keywords: 'school timetable, constraint solver, scheduling, education, open source',
    },
    translations: {
      es: {
        title: 'Horarios escolares',
        description:
          'Un programa de horarios para cuatro centros de secundaria de Oporto y alrededores que propone una semana completa y explica qué impide mejorarla.',
        excerpt: 'Un optimizador que propone la semana escolar completa y señala qué deseos se contradicen.',
        category: 'Educación',
        content: `<p>Un grupo de cuatro centros de secundaria de Oporto y alrededores comparte 31 docentes entre sus edificios. Hasta 2024, la subdirectora hacía el horario cada agosto con imanes en una pizarra y una memoria excelente. Tardaba unas tres semanas, y cada cambio de última hora le costaba un fin de semana.</p>
<h2>Qué construimos</h2>
<p>El centro introduce aulas, grupos, clases y las horas en que cada docente está disponible. Después ordena sus deseos en tres categorías: lo que debe cumplirse, lo que debería cumplirse y lo que estaría bien. Un optimizador con restricciones busca una semana que cumpla por completo la primera categoría y las demás en lo posible. El primer horario válido suele aparecer en menos de dos minutos y mejora mientras se deja trabajar al ordenador, normalmente durante la comida.</p>
<p>La mitad más importante es la explicación. Cuando no existe ninguna semana válida, el programa busca el menor conjunto de exigencias que se contradicen y las escribe en forma de frases:</p>
<pre><code>Estas cuatro exigencias no pueden cumplirse a la vez:
1. Física de 11B necesita el laboratorio dos veces por semana.
2. El laboratorio está cerrado los miércoles.
3. La profesora Teixeira da clase en el otro edificio lunes y viernes.
4. 11B no tiene clase después de las 15:00.</code></pre>
<p>Con las frases sobre la mesa, las personas implicadas encuentran la salida por sí mismas y, por lo general, deprisa.</p>
<h2>Cómo se mide</h2>
<ul>
<li>Trabajo de la subdirectora: de unos 15 días a 4, dedicados sobre todo a introducir y revisar deseos.</li>
<li>Horas libres entre clases, sumadas las de todo el profesorado: de 96 a 71 por semana.</li>
<li>Docentes que cambian de edificio en un mismo día: de 14 casos por semana a 5.</li>
<li>Cambios después de la primera semana de curso: 6 el primer año y 3 el segundo. El horario hecho a mano tuvo 11.</li>
</ul>
<h2>Qué aprendimos</h2>
<p>Nuestra primera versión trataba todos los deseos por igual. El resultado era correcto y no gustaba a nadie, porque el deseo de acabar pronto los viernes pesaba tanto como una recomendación médica. Las tres categorías salieron del claustro, no de nosotros. El optimizador está publicado con licencia abierta; el modelo que lleva dentro se explica en <a href="/blog/how-a-school-timetable-becomes-a-solvable-problem/">un artículo aparte</a>.</p>`,
        metadata: {
          title: 'Horarios escolares: un optimizador que se explica',
          description: 'Un programa de horarios para cuatro centros de secundaria de Oporto: la semana completa en minutos y frases claras cuando los deseos se contradicen.',
          keywords: 'horario escolar, optimizador con restricciones, planificación, educación, código abierto',
        },
      },
    },
  },
  {
    slug: 'lease-reader',
    title: 'Lease Reader',
    description:
      'Reads commercial leases for a property manager in Rotterdam and fills in 42 fields, each with the sentence that it came from.',
    excerpt: 'From a 60-page lease to 42 checked fields, each with the sentence and page it came from.',
    imageUrl: '/images/project-lease-reader.webp',
    category: 'Real Estate',
    type: 'Automation',
    isFeatured: true,
    githubUrl: 'https://github.com/industria-ai/lease-reader',
    content: `<p>A property manager in Rotterdam looks after 380 commercial leases in Dutch, English and French. The contracts run from twelve to ninety pages, with amendments that change amendments. Before every takeover of a building, three people read for several weeks and typed dates, rents and notice periods into a spreadsheet.</p>
<h2>What we built</h2>
<p>Lease Reader takes the scanned contract and all its amendments and fills in 42 fields: parties, areas, rent steps, indexation, service charges, break options, notice periods, guarantees. For each field it shows the sentence it relied on, highlighted in the scan. A field without a sentence stays empty. That rule sounds trivial, yet it removed most of the errors that language models are known for.</p>
<p>A person then confirms field by field, with the keyboard, in an order chosen by us: the uncertain ones first. Where an amendment overrides the original, both versions appear one above the other with their dates.</p>
<h3>Where it runs</h3>
<p>On one server in the customer’s own building, without an internet connection. Leases contain names, bank details and sometimes private addresses, and the customer had promised its tenants that they would not leave the house. What that means technically is the subject of <a href="/blog/running-models-inside-your-own-walls/">another article</a>.</p>
<h2>How it is measured</h2>
<p>Two lawyers read 60 leases independently and agreed on the correct value of every field. This set is never used for tuning.</p>
<table>
<thead><tr><th>Step</th><th>Correct fields</th><th>Time per lease</th></tr></thead>
<tbody>
<tr><td>One person, by hand</td><td>96.1 %</td><td>74 minutes</td></tr>
<tr><td>Program alone</td><td>91.8 %</td><td>4 minutes</td></tr>
<tr><td>Program, then confirmed by a person</td><td>98.4 %</td><td>21 minutes</td></tr>
</tbody>
</table>
<p>Alone, the program is worse than a person. Together they are better than either, which is why there is no button to accept everything.</p>
<h2>What we learned</h2>
<ul>
<li>Indexation clauses are the hardest field. In one lease in nine, even the two lawyers had to talk before they agreed.</li>
<li>People confirm too quickly after an hour. The program now suggests a break and mixes in two fields with known answers to check attention.</li>
<li>The review screen took twice as long to build as the extraction, and it deserved to.</li>
</ul>`,
    metadata: {
      title: 'Lease Reader: 42 fields, each with its source',
      description: 'How a property manager in Rotterdam reads commercial leases in 21 minutes instead of 74, with every value tied to the sentence it came from.',
      keywords: 'lease abstraction, document extraction, commercial property, on-premises AI',
    },
    translations: {
      es: {
        title: 'Lector de contratos',
        description:
          'Lee contratos de alquiler comercial para una gestora de inmuebles de Róterdam y rellena 42 campos, cada uno con la frase de la que procede.',
        excerpt: 'De un contrato de 60 páginas a 42 campos revisados, cada uno con su frase y su página de origen.',
        category: 'Inmobiliario',
        content: `<p>Una gestora de inmuebles de Róterdam administra 380 contratos de alquiler comercial en neerlandés, inglés y francés. Tienen entre doce y noventa páginas, con anexos que modifican otros anexos. Antes de asumir la gestión de un edificio, tres personas pasaban varias semanas leyendo y copiando fechas, rentas y plazos de preaviso en una hoja de cálculo.</p>
<h2>Qué construimos</h2>
<p>El lector toma el contrato escaneado con todos sus anexos y rellena 42 campos: partes, superficies, escalones de renta, indexación, gastos comunes, opciones de salida, preavisos, garantías. En cada campo muestra la frase en la que se ha basado, resaltada sobre el documento. Un campo sin frase se queda vacío. La regla parece trivial, pero eliminó la mayor parte de los errores por los que son conocidos los modelos de lenguaje.</p>
<p>Después, una persona confirma campo por campo, con el teclado y en el orden que nosotros elegimos: primero los dudosos. Cuando un anexo sustituye al original, las dos versiones aparecen una sobre otra con sus fechas.</p>
<h3>Dónde funciona</h3>
<p>En un servidor situado en el edificio del cliente, sin conexión a internet. Los contratos contienen nombres, datos bancarios y a veces domicilios particulares, y el cliente había prometido a sus inquilinos que no saldrían de la casa. Qué supone eso técnicamente es el tema de <a href="/blog/running-models-inside-your-own-walls/">otro artículo</a>.</p>
<h2>Cómo se mide</h2>
<p>Dos abogadas leyeron 60 contratos por separado y acordaron el valor correcto de cada campo. Ese conjunto no se usa nunca para ajustar el sistema.</p>
<table>
<thead><tr><th>Paso</th><th>Campos correctos</th><th>Tiempo por contrato</th></tr></thead>
<tbody>
<tr><td>Una persona, a mano</td><td>96,1 %</td><td>74 minutos</td></tr>
<tr><td>El programa solo</td><td>91,8 %</td><td>4 minutos</td></tr>
<tr><td>El programa y, después, una persona que confirma</td><td>98,4 %</td><td>21 minutos</td></tr>
</tbody>
</table>
<p>Por sí solo, el programa es peor que una persona. Juntos son mejores que cada uno por separado; por eso no hay ningún botón para aceptarlo todo.</p>
<h2>Qué aprendimos</h2>
<ul>
<li>Las cláusulas de indexación son el campo más difícil. En uno de cada nueve contratos, incluso las dos abogadas tuvieron que hablar para ponerse de acuerdo.</li>
<li>Al cabo de una hora, la gente confirma demasiado deprisa. El programa propone ahora un descanso e intercala dos campos de respuesta conocida para comprobar la atención.</li>
<li>La pantalla de revisión costó el doble de tiempo que la extracción, y lo merecía.</li>
</ul>`,
        metadata: {
          title: 'Lector de contratos: 42 campos, cada uno con su fuente',
          description: 'Cómo una gestora de Róterdam lee contratos comerciales en 21 minutos en lugar de 74, con cada dato ligado a la frase de la que procede.',
          keywords: 'lectura de contratos, extracción de documentos, inmuebles comerciales, IA en instalaciones propias',
        },
      },
    },
  },
  {
    slug: 'rent-estimator',
    title: 'Rent Estimator',
    description:
      'Estimates the rent of flats for a housing cooperative in Valencia as a range with reasons, and says when it does not know enough.',
    excerpt: 'A rent estimate as a range with reasons, and a clear refusal when comparable flats are missing.',
    imageUrl: '/images/project-valuation.webp',
    category: 'Real Estate',
    type: 'Application',
    isFeatured: true,
    demoUrl: 'https://demo.industria.example/rent-estimator/',
    content: `<p>A housing cooperative in Valencia lets 2,100 flats and sets the rent anew whenever a tenant moves out. Three employees did this from experience. They were good at it, but they differed from each other by up to 15 percent for the same flat, and could not tell a tenant exactly why.</p>
<h2>What we built</h2>
<p>The application estimates what a flat would rent for on the open market. The cooperative then applies its own policy, which lies below the market and is none of our business. The estimate is a range, for example 740 to 810 euros, and comes with two things:</p>
<ul>
<li><strong>Reasons.</strong> The five facts that moved the estimate most, in euros: third floor without a lift, minus 45; balcony to the courtyard, plus 20.</li>
<li><strong>Neighbours.</strong> The six most similar flats let in the past two years, with their differences.</li>
</ul>
<p>The model is a small one, a collection of decision trees that runs on an ordinary office computer. We also tried a much larger one. It was half a percent more exact and could not give reasons, so it was not a difficult choice.</p>
<h2>When it declines</h2>
<p>If fewer than four comparable flats exist, the screen shows no number. It says what is missing and suggests asking a colleague. That happens for about one flat in twelve, mostly ground floors with gardens and former shops.</p>
<h2>How it is measured</h2>
<p>Every quarter, 50 newly let flats are set aside before the model sees them. We report two figures: the median error, at present 4.2 percent, and how often the real rent lies inside the range, at present 87 of 100. The range is made to hold 9 of 10, so it is a little too narrow, and the next version will widen it. Between the three employees, the difference for the same flat has fallen to under 6 percent.</p>
<h3>Checked for fairness</h3>
<p>The model knows nothing about tenants. Once a year we also check whether estimates in any district err in one direction, because location can stand in for origin and income. In the first year we found one such district, where old lettings were out of date, and removed them.</p>
<h2>What we learned</h2>
<p>Areas in old contracts are wrong more often than rents. We had to measure again from floor plans before any model made sense, and that work became <a href="/blog/reading-floor-plans-from-lines-to-rooms/">a project of its own</a>.</p>`,
    metadata: {
      title: 'Rent Estimator: a range, reasons and a clear refusal',
      description: 'A housing cooperative in Valencia estimates rents as a range with reasons. How the error is measured, and when the program declines to answer.',
      keywords: 'rent estimation, property valuation, explainable model, housing cooperative',
    },
    translations: {
      es: {
        title: 'Estimador de alquileres',
        description:
          'Calcula el alquiler de las viviendas de una cooperativa de Valencia como una horquilla razonada, y avisa cuando no sabe lo suficiente.',
        excerpt: 'Una estimación del alquiler con horquilla y motivos, y una negativa clara cuando faltan viviendas comparables.',
        category: 'Inmobiliario',
        content: `<p>Una cooperativa de Valencia alquila 2100 viviendas y fija de nuevo la renta cada vez que se marcha un inquilino. Tres personas lo hacían por experiencia. Lo hacían bien, pero para un mismo piso llegaban a discrepar hasta un 15 por ciento y no podían explicar con exactitud al inquilino el porqué.</p>
<h2>Qué construimos</h2>
<p>La aplicación calcula por cuánto se alquilaría una vivienda en el mercado libre. Después la cooperativa aplica su propia política, que queda por debajo del mercado y en la que no entramos. La estimación es una horquilla, por ejemplo de 740 a 810 euros, y la acompañan dos cosas:</p>
<ul>
<li><strong>Motivos.</strong> Los cinco datos que más han movido la estimación, en euros: tercer piso sin ascensor, menos 45; balcón al patio, más 20.</li>
<li><strong>Vecinos.</strong> Las seis viviendas más parecidas alquiladas en los dos últimos años, con sus diferencias.</li>
</ul>
<p>El modelo es pequeño: un conjunto de árboles de decisión que funciona en un ordenador de oficina corriente. También probamos uno mucho mayor. Era medio punto porcentual más exacto y no sabía dar motivos, así que la elección no fue difícil.</p>
<h2>Cuándo no responde</h2>
<p>Si existen menos de cuatro viviendas comparables, la pantalla no muestra ninguna cifra. Dice qué falta y sugiere preguntar a un compañero. Ocurre más o menos en una de cada doce viviendas, sobre todo en bajos con jardín y antiguos locales.</p>
<h2>Cómo se mide</h2>
<p>Cada trimestre se reservan 50 viviendas recién alquiladas antes de que el modelo las vea. Publicamos dos cifras: el error mediano, hoy del 4,2 por ciento, y cuántas veces la renta real cae dentro de la horquilla, hoy 87 de cada 100. La horquilla está pensada para acertar en 9 de cada 10, de modo que es algo estrecha, y la próxima versión la ampliará. Entre las tres personas, la diferencia para un mismo piso ha bajado a menos del 6 por ciento.</p>
<h3>Control de equidad</h3>
<p>El modelo no sabe nada de los inquilinos. Además, una vez al año comprobamos si en algún barrio las estimaciones se desvían siempre hacia el mismo lado, porque la ubicación puede ocultar el origen o los ingresos. El primer año encontramos un barrio así, con alquileres antiguos ya desfasados, y los retiramos.</p>
<h2>Qué aprendimos</h2>
<p>En los contratos antiguos fallan más a menudo las superficies que las rentas. Tuvimos que volver a medir a partir de los planos antes de que cualquier modelo tuviera sentido, y ese trabajo se convirtió en <a href="/blog/reading-floor-plans-from-lines-to-rooms/">un proyecto propio</a>.</p>`,
        metadata: {
          title: 'Estimador de alquileres: horquilla, motivos y una negativa clara',
          description: 'Una cooperativa de Valencia calcula alquileres como una horquilla razonada. Cómo se mide el error y cuándo el programa prefiere no responder.',
          keywords: 'estimación de alquileres, valoración de inmuebles, modelo explicable, cooperativa de viviendas',
        },
      },
    },
  },
  {
    slug: 'valve-inspection',
    title: 'Valve Inspection',
    description:
      'A camera station for a valve maker in Bilbao that finds casting and machining defects on sealing faces, trained with very few bad parts.',
    excerpt: 'A camera station that finds defects on sealing faces at the pace of the line, trained with 43 bad parts.',
    imageUrl: '/images/project-visual-inspection.webp',
    category: 'Manufacturing',
    type: 'Application',
    isFeatured: true,
    githubUrl: 'https://github.com/industria-ai/inspection-bench',
    content: `<p>A valve maker in Bilbao machines 9,000 bronze bodies a day. A scratch or a pore on the sealing face means that the valve drips, sometimes only years later. Two inspectors looked at every part under a lamp for about four seconds. Towards the end of a shift they missed more than at its start, which they had told us before we measured it.</p>
<h2>What we built</h2>
<p>The station stands behind the washing machine. A turntable shows the part to one camera under three lights in turn: a flat ring, a low ring and a striped pattern. The three pictures together show a pore, a scratch and a stain as three different things, which under one lamp they are not.</p>
<p>There were 43 bad parts on the shelf to learn from. So the model learns mainly from good parts, of which there are plenty, and marks what deviates. A second, smaller model sorts the deviations into pore, scratch, burr and dirt. How far one gets with so few examples is told in <a href="/blog/finding-defects-with-forty-examples/">a separate article</a>.</p>
<p>Suspicious parts slide into a drawer. An inspector looks at them with the marked picture on a screen and decides. The program never scraps a part.</p>
<h2>How it is measured</h2>
<p>Every Monday the foreman mixes 30 parts with known defects among the good ones, in an order that neither inspectors nor program know.</p>
<table>
<thead><tr><th>Figure</th><th>Two inspectors</th><th>Station with one inspector</th></tr></thead>
<tbody>
<tr><td>Known defects found</td><td>84 %</td><td>95 %</td></tr>
<tr><td>Good parts put aside</td><td>1.1 %</td><td>2.3 %</td></tr>
<tr><td>Complaints about leaks per quarter</td><td>7</td><td>3</td></tr>
</tbody>
</table>
<p>The station puts aside more good parts than people did. At 9,000 parts a day these are some two hundred second looks, less than an hour of work, and the customer chose this setting deliberately. The second inspector now works on the measuring machine, where somebody had been missing for a year.</p>
<h2>What we learned</h2>
<ul>
<li>The third light brought more than every change to the model put together.</li>
<li>Oil film after washing looked like a defect until the drying time was raised by six seconds.</li>
<li>The Monday test is the reason that people trust the station. It also found a loose lamp before anybody else did.</li>
</ul>
<p>The test bench with which we compare lights and models is public.</p>`,
    metadata: {
      title: 'Valve Inspection: three lights and 43 bad parts',
      description: 'A camera station for a valve maker in Bilbao finds defects on sealing faces. Known defects are mixed in every Monday to measure it.',
      keywords: 'visual inspection, defect detection, machine vision, valve, manufacturing',
    },
    translations: {
      es: {
        title: 'Inspección de válvulas',
        description:
          'Un puesto con cámara para un fabricante de válvulas de Bilbao que encuentra defectos de fundición y mecanizado en las caras de cierre, entrenado con muy pocas piezas malas.',
        excerpt: 'Un puesto con cámara que encuentra defectos en las caras de cierre al ritmo de la línea, entrenado con 43 piezas malas.',
        category: 'Industria',
        content: `<p>Un fabricante de válvulas de Bilbao mecaniza 9000 cuerpos de bronce al día. Un arañazo o un poro en la cara de cierre hace que la válvula gotee, a veces al cabo de años. Dos inspectores miraban cada pieza bajo una lámpara durante unos cuatro segundos. Hacia el final del turno se les escapaban más defectos que al principio, cosa que nos dijeron ellos mismos antes de que la midiéramos.</p>
<h2>Qué construimos</h2>
<p>El puesto está a la salida de la lavadora. Un plato giratorio muestra la pieza a una sola cámara con tres luces sucesivas: un anillo frontal, un anillo rasante y un patrón de franjas. Las tres imágenes juntas distinguen un poro, un arañazo y una mancha, cosa imposible con una sola lámpara.</p>
<p>En la estantería había 43 piezas malas de las que aprender. Por eso el modelo aprende sobre todo de las buenas, que abundan, y señala lo que se desvía. Un segundo modelo más pequeño clasifica las desviaciones en poro, arañazo, rebaba o suciedad. Hasta dónde se llega con tan pocos ejemplos lo contamos en <a href="/blog/finding-defects-with-forty-examples/">un artículo aparte</a>.</p>
<p>Las piezas sospechosas caen en un cajón. Un inspector las mira con la imagen marcada en pantalla y decide. El programa nunca desecha una pieza.</p>
<h2>Cómo se mide</h2>
<p>Cada lunes, el encargado mezcla entre las buenas 30 piezas con defectos conocidos, en un orden que no saben ni los inspectores ni el programa.</p>
<table>
<thead><tr><th>Dato</th><th>Dos inspectores</th><th>Puesto con un inspector</th></tr></thead>
<tbody>
<tr><td>Defectos conocidos encontrados</td><td>84 %</td><td>95 %</td></tr>
<tr><td>Piezas buenas apartadas</td><td>1,1 %</td><td>2,3 %</td></tr>
<tr><td>Reclamaciones por fugas al trimestre</td><td>7</td><td>3</td></tr>
</tbody>
</table>
<p>El puesto aparta más piezas buenas que las personas. Con 9000 piezas al día son unas doscientas segundas miradas, menos de una hora de trabajo, y el cliente eligió este ajuste a propósito. El segundo inspector trabaja ahora en la máquina de medir, donde faltaba alguien desde hacía un año.</p>
<h2>Qué aprendimos</h2>
<ul>
<li>La tercera luz aportó más que todos los cambios del modelo juntos.</li>
<li>La película de aceite tras el lavado parecía un defecto hasta que el secado se alargó seis segundos.</li>
<li>La prueba de los lunes es la razón por la que la gente se fía del puesto. También descubrió una lámpara floja antes que nadie.</li>
</ul>
<p>El banco de pruebas con el que comparamos luces y modelos es público.</p>`,
        metadata: {
          title: 'Inspección de válvulas: tres luces y 43 piezas malas',
          description: 'Un puesto con cámara encuentra defectos en caras de cierre para un fabricante de Bilbao. Cada lunes se mide con defectos conocidos.',
          keywords: 'inspección visual, detección de defectos, visión artificial, válvula, industria',
        },
      },
    },
  },
  {
    slug: 'workshop-tutor',
    title: 'Workshop Tutor',
    description:
      'A practice tutor for electrical installation students at a vocational school in Zaragoza that asks before it explains and never hands out the solution first.',
    excerpt: 'A practice tutor for future electricians that asks before it explains and shows teachers where a class is stuck.',
    imageUrl: '/images/project-tutor.webp',
    category: 'Education',
    type: 'Application',
    isFeatured: true,
    githubUrl: 'https://github.com/industria-ai/workshop-tutor',
    demoUrl: 'https://demo.industria.example/workshop-tutor/',
    content: `<p>At a vocational school in Zaragoza, 26 students share one workshop and two teachers. Whoever is stuck raises a hand and waits, on average for six minutes. Some wait, some copy from the neighbour, and some stop raising their hand. The school did not ask us to replace the teachers. It asked us for something useful to happen in those six minutes.</p>
<h2>What we built</h2>
<p>Each exercise has a card with a code. The student scans it and describes what the circuit does, or takes a picture of the wiring diagram they drew. The tutor answers with a question that narrows the fault down: is there voltage at terminal 3 when the switch is open? Only after three tries does it explain, and it then refers to the page of the school’s own textbook.</p>
<p>The tutor knows the exercises of the course, the textbook and the safety rules of the workshop, and nothing else. Questions on other topics get a friendly no. If a student describes work on live parts, it stops and calls the teacher.</p>
<h3>What teachers see</h3>
<p>A page with the exercises of the day and the number of students stuck at each step, without names. Names appear only when a student asks for help. This was the wish of the students’ council, and it proved right: the page is used to plan the next lesson, not to grade the last one.</p>
<h2>How it is measured</h2>
<p>Two parallel classes took turns for one term, four weeks with the tutor and four without.</p>
<ul>
<li>Time to the next useful step after getting stuck: a median of 2 minutes with the tutor and 6 without.</li>
<li>Exercises finished in an afternoon: 4.1 with it, 3.4 without.</li>
<li>Practical examination at the end of term: no significant difference between the classes. We had hoped for one.</li>
<li>Wrong or misleading answers, found by teachers in 400 conversations: 11. None concerned safety.</li>
</ul>
<h2>What we learned</h2>
<p>The first version explained too well. Students read the answer, nodded and could not repeat it the next day. Asking first was slower, less popular for two weeks, and better afterwards. The same idea, that a draft should start work rather than end it, guides <a href="/blog/feedback-drafts-that-teachers-keep-control-of/">our work on feedback</a>.</p>`,
    metadata: {
      title: 'Workshop Tutor: a tutor that asks first',
      description: 'A practice tutor for electrical installation students in Zaragoza. What changed in the workshop, what did not, and how it was measured.',
      keywords: 'AI tutor, vocational training, electrical installation, education',
      ogTitle: 'Workshop Tutor: a practice tutor that asks before it explains',
      ogDescription: 'Six minutes of waiting, put to use: a practice tutor at a vocational school in Zaragoza.',
    },
    translations: {
      es: {
        title: 'Tutor de taller',
        description:
          'Un tutor de prácticas para estudiantes de instalaciones eléctricas de un centro de formación profesional de Zaragoza que pregunta antes de explicar y nunca empieza por la solución.',
        excerpt: 'Un tutor de prácticas para futuros electricistas que pregunta antes de explicar y muestra al profesorado dónde se atasca el grupo.',
        category: 'Educación',
        content: `<p>En un centro de formación profesional de Zaragoza, 26 estudiantes comparten un taller y dos profesores. Quien se atasca levanta la mano y espera, seis minutos de media. Unos esperan, otros copian del compañero y algunos dejan de levantar la mano. El centro no nos pidió que sustituyéramos a los profesores. Nos pidió que en esos seis minutos ocurriera algo útil.</p>
<h2>Qué construimos</h2>
<p>Cada ejercicio tiene una ficha con un código. El estudiante lo escanea y describe lo que hace el circuito, o fotografía el esquema que ha dibujado. El tutor responde con una pregunta que acota el fallo: ¿hay tensión en el borne 3 con el interruptor abierto? Solo después de tres intentos lo explica, y entonces remite a la página del libro de texto del propio centro.</p>
<p>El tutor conoce los ejercicios del curso, el libro y las normas de seguridad del taller, y nada más. Las preguntas sobre otros temas reciben un amable no. Si un estudiante describe un trabajo con tensión, se detiene y avisa al profesor.</p>
<h3>Qué ve el profesorado</h3>
<p>Una página con los ejercicios del día y el número de estudiantes atascados en cada paso, sin nombres. Los nombres aparecen solo cuando alguien pide ayuda. Fue un deseo de la junta de delegados, y acertó: la página sirve para preparar la clase siguiente, no para calificar la anterior.</p>
<h2>Cómo se mide</h2>
<p>Dos grupos paralelos se alternaron durante un trimestre, cuatro semanas con el tutor y cuatro sin él.</p>
<ul>
<li>Tiempo hasta el siguiente paso útil después de atascarse: una mediana de 2 minutos con el tutor y de 6 sin él.</li>
<li>Ejercicios terminados en una tarde: 4,1 con el tutor y 3,4 sin él.</li>
<li>Examen práctico al final del trimestre: ninguna diferencia significativa entre los grupos. Esperábamos que la hubiera.</li>
<li>Respuestas erróneas o engañosas, halladas por el profesorado en 400 conversaciones: 11. Ninguna afectaba a la seguridad.</li>
</ul>
<h2>Qué aprendimos</h2>
<p>La primera versión explicaba demasiado bien. Los estudiantes leían la respuesta, asentían y al día siguiente no sabían repetirla. Preguntar primero fue más lento, menos popular durante dos semanas y mejor a partir de entonces. La misma idea, que un borrador debe iniciar el trabajo y no acabarlo, guía <a href="/blog/feedback-drafts-that-teachers-keep-control-of/">nuestro trabajo sobre la retroalimentación</a>.</p>`,
        metadata: {
          title: 'Tutor de taller: un tutor que pregunta primero',
          description: 'Un tutor de prácticas para estudiantes de instalaciones eléctricas en Zaragoza. Qué cambió en el taller, qué no y cómo se midió.',
          keywords: 'tutor con IA, formación profesional, instalaciones eléctricas, educación',
          ogTitle: 'Tutor de taller: un tutor de prácticas que pregunta antes de explicar',
          ogDescription: 'Seis minutos de espera bien aprovechados: un tutor de prácticas en un centro de formación profesional de Zaragoza.',
        },
      },
    },
  },
]
