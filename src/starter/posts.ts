import type { SeoMetadata } from '#records/seo-metadata'

type PostText = {
  title: string
  excerpt: string
  content: string
  metadata?: SeoMetadata
}

export type StarterPost = PostText & {
  slug: string
  imageUrl: string
  category: string
  publishedAt: string
  translations: { es: PostText }
}

/** Newest first, as the blog shows them. */
export const starterPosts: StarterPost[] = [
  {
    slug: 'feedback-drafts-that-teachers-keep-control-of',
    title: 'Feedback drafts that teachers keep control of',
    excerpt:
      'A draft saves time only if the teacher still reads the pupil’s text first. Four design decisions that protect this order, and a trial with 412 essays.',
    imageUrl: '/images/post-teacher-feedback.webp',
    category: 'Education',
    publishedAt: '2026-11-10T08:30:00.000Z',
    content: `<p>A teacher of Spanish literature with four classes reads about 110 essays per assignment. With ten minutes for each, that is eighteen hours of work in the evenings. So the wish is understandable: let a program write the feedback and let the teacher sign it. We spent a term with five teachers at a secondary school in Teruel to find out what happens then, and what would be a better wish.</p>
<h2>The trouble with a good draft</h2>
<p>The first prototype showed the essay on the left and a finished comment on the right. The comments were polite, correct in most points and about as long as a teacher’s. After a week we looked at the log: in 7 of 10 cases the teachers had changed nothing, and in half of those they had not scrolled to the end of the essay.</p>
<p>None of these teachers is careless. A complete text simply invites you to approve it. And a pupil notices: two of them asked independently why their teacher suddenly wrote like a brochure.</p>
<h2>Four decisions</h2>
<h3>1. The essay comes first, alone</h3>
<p>The draft stays hidden until the teacher has read the essay and marked at least two passages. The marks may be anything: a good sentence, a doubtful claim, a comma.</p>
<h3>2. The draft follows the marks</h3>
<p>The program writes only about passages that the teacher has marked and about the criteria of the assignment, which the teacher has written. It adds at most one observation of its own, in another colour, and that one is never included unless somebody clicks on it.</p>
<h3>3. Every remark quotes</h3>
<p>A remark without a quotation from the essay is not shown. This is the same rule that keeps our <a href="/projects/lease-reader/">lease reader</a> honest, and it works for the same reason: what has to point at its source cannot easily be invented.</p>
<h3>4. No mark, ever</h3>
<p>The program does not propose grades, nor does it compare pupils. In the European Union, systems that evaluate learning outcomes count as high-risk for good reason. We stay well on this side of the line, and the screen has no field into which a number could be written.</p>
<h2>What the trial showed</h2>
<p>We compared 412 essays, half of them corrected with the second version and half without any help. Two teachers from another school judged the comments without knowing which was which.</p>
<table>
<thead><tr><th>Figure</th><th>By hand</th><th>With drafts</th></tr></thead>
<tbody>
<tr><td>Minutes per essay (median)</td><td>9.5</td><td>7</td></tr>
<tr><td>Remarks with a concrete next step</td><td>41 %</td><td>68 %</td></tr>
<tr><td>Comments judged as helpful</td><td>72 %</td><td>77 %</td></tr>
<tr><td>Drafts changed before sending</td><td>none</td><td>94 %</td></tr>
</tbody>
</table>
<p>A quarter less time is much less than the first prototype promised, which had needed only three minutes. We consider the last line the most important one: nearly every draft was changed, so nearly every essay was read.</p>
<blockquote><p>It no longer writes my feedback. It keeps me from writing the same sentence for the fortieth time.</p></blockquote>
<h2>If you want to try it</h2>
<ol>
<li>Write down the criteria of one assignment in five lines. If that is difficult, start there; no software will fix it.</li>
<li>Correct twenty essays by hand and keep the time. You need the figure for comparison.</li>
<li>Ask the pupils and their parents, and say plainly what the program sees. Essays contain more private matters than one expects.</li>
<li>Look at the share of unchanged drafts every month. When it rises, the tool has become too comfortable.</li>
</ol>
<p>The same caution shaped our <a href="/projects/workshop-tutor/">workshop tutor</a>, which asks a question before it explains. In both cases the best version was slower than the first one.</p>`,
    metadata: {
      description: 'How to draft feedback on essays so that teachers still read first and decide: four design decisions and a trial with 412 essays.',
      keywords: 'teacher feedback, essay correction, education, human oversight, AI in schools',
      ogTitle: 'Feedback drafts that teachers keep control of',
      ogDescription: 'The best version of the tool was slower than the first one. Four decisions and a trial.',
    },
    translations: {
      es: {
        title: 'Borradores de comentarios que el profesorado controla',
        excerpt:
          'Un borrador solo ahorra tiempo si el docente sigue leyendo antes el texto del alumno. Cuatro decisiones de diseño que protegen ese orden y un ensayo con 412 redacciones.',
        content: `<p>Una profesora de Lengua y Literatura con cuatro grupos lee unas 110 redacciones por tarea. A diez minutos cada una, son dieciocho horas de trabajo por las tardes. El deseo se entiende: que un programa escriba los comentarios y que ella los firme. Pasamos un trimestre con cinco docentes de un instituto de Teruel para averiguar qué ocurre entonces y cuál sería un deseo mejor.</p>
<h2>El problema de un buen borrador</h2>
<p>El primer prototipo mostraba la redacción a la izquierda y un comentario terminado a la derecha. Los comentarios eran amables, acertados en casi todo y tan largos como los de un docente. Al cabo de una semana miramos el registro: en 7 de cada 10 casos no se había cambiado nada, y en la mitad de ellos nadie había llegado al final de la redacción.</p>
<p>Ninguno de estos docentes es descuidado. Sencillamente, un texto completo invita a darlo por bueno. Y los alumnos se dan cuenta: dos de ellos preguntaron, cada uno por su lado, por qué su profesora escribía de pronto como un folleto.</p>
<h2>Cuatro decisiones</h2>
<h3>1. Primero la redacción, sola</h3>
<p>El borrador permanece oculto hasta que el docente ha leído la redacción y ha marcado al menos dos pasajes. Las marcas pueden ser cualquier cosa: una buena frase, una afirmación dudosa, una coma.</p>
<h3>2. El borrador sigue las marcas</h3>
<p>El programa escribe solo sobre los pasajes marcados y sobre los criterios de la tarea, que ha redactado el docente. Añade como mucho una observación propia, en otro color, y esta nunca se incluye si nadie hace clic en ella.</p>
<h3>3. Cada comentario cita</h3>
<p>Un comentario sin una cita de la redacción no se muestra. Es la misma regla que mantiene honesto a nuestro <a href="/projects/lease-reader/">lector de contratos</a>, y funciona por el mismo motivo: lo que debe señalar su fuente es difícil de inventar.</p>
<h3>4. Ninguna nota, nunca</h3>
<p>El programa no propone calificaciones ni compara alumnos. En la Unión Europea, los sistemas que evalúan los resultados del aprendizaje se consideran de alto riesgo, y con razón. Nos quedamos bien lejos de esa línea: en la pantalla no hay ningún campo donde escribir un número.</p>
<h2>Qué mostró el ensayo</h2>
<p>Comparamos 412 redacciones, la mitad corregidas con la segunda versión y la mitad sin ayuda. Dos docentes de otro centro valoraron los comentarios sin saber cuáles eran de cada tipo.</p>
<table>
<thead><tr><th>Dato</th><th>A mano</th><th>Con borradores</th></tr></thead>
<tbody>
<tr><td>Minutos por redacción (mediana)</td><td>9,5</td><td>7</td></tr>
<tr><td>Comentarios con un siguiente paso concreto</td><td>41 %</td><td>68 %</td></tr>
<tr><td>Comentarios considerados útiles</td><td>72 %</td><td>77 %</td></tr>
<tr><td>Borradores modificados antes de enviarlos</td><td>ninguno</td><td>94 %</td></tr>
</tbody>
</table>
<p>Una cuarta parte menos de tiempo es mucho menos de lo que prometía el primer prototipo, que solo necesitaba tres minutos. Para nosotros, la línea más importante es la última: casi todos los borradores se modificaron, luego casi todas las redacciones se leyeron.</p>
<blockquote><p>Ya no escribe mis comentarios. Me ahorra escribir la misma frase por cuadragésima vez.</p></blockquote>
<h2>Si quiere probarlo</h2>
<ol>
<li>Escriba los criterios de una tarea en cinco líneas. Si le cuesta, empiece por ahí; ningún programa lo arreglará.</li>
<li>Corrija veinte redacciones a mano y anote el tiempo. Necesitará esa cifra para comparar.</li>
<li>Pregunte al alumnado y a las familias, y diga con claridad qué ve el programa. Las redacciones contienen más vida privada de lo que uno espera.</li>
<li>Mire cada mes cuántos borradores se envían sin cambios. Cuando la cifra sube, la herramienta se ha vuelto demasiado cómoda.</li>
</ol>
<p>La misma cautela dio forma a nuestro <a href="/projects/workshop-tutor/">tutor de taller</a>, que hace una pregunta antes de explicar. En ambos casos, la mejor versión fue más lenta que la primera.</p>`,
        metadata: {
          description: 'Cómo redactar borradores de comentarios para que el docente siga leyendo y decidiendo: cuatro decisiones de diseño y un ensayo con 412 redacciones.',
          keywords: 'comentarios del profesorado, corrección de redacciones, educación, supervisión humana, IA en la escuela',
          ogTitle: 'Borradores de comentarios que el profesorado controla',
          ogDescription: 'La mejor versión de la herramienta fue más lenta que la primera. Cuatro decisiones y un ensayo.',
        },
      },
    },
  },
  {
    slug: 'finding-defects-with-forty-examples',
    title: 'Finding defects with forty examples',
    excerpt:
      'Good factories produce few bad parts, which is bad news for machine learning. What to do with a shelf of forty rejects and thousands of good parts.',
    imageUrl: '/images/post-defect-detection.webp',
    category: 'Manufacturing',
    publishedAt: '2026-09-29T07:15:00.000Z',
    content: `<p>“How many pictures do you need?” is the first question in almost every inspection job. The textbook answer is thousands of each kind. The shelf in the foreman’s office holds about forty bad parts, collected over two years, a third of them with the same scratch from a robot gripper that was repaired long ago. Here is how we work with such a shelf.</p>
<h2>First the light, then the model</h2>
<p>A defect that cannot be seen in the picture cannot be learned from it. Before any training we put ten bad parts under every light we own and ask an inspector, not a program, to find the defects in the photographs alone. If the inspector finds fewer than nine, we change the light, not the software. On the <a href="/projects/valve-inspection/">valve station in Bilbao</a>, this step took eleven days and decided the project.</p>
<p>Usually two or three of these are enough:</p>
<ul>
<li><strong>A flat ring close to the surface</strong>, which lets scratches and burrs shine on a dark ground.</li>
<li><strong>A diffuse dome</strong>, which removes reflections and leaves stains and colour.</li>
<li><strong>A striped pattern</strong>, which bends at dents that no other light shows.</li>
</ul>
<figure><img src="/images/project-visual-inspection.webp" alt="Line drawing of parts on a belt that pass under a camera; one of them is marked" width="1600" height="1000"><figcaption>An inspection station as we sketch it before we build: the camera sees one part at a time, and the marked one is put aside.</figcaption></figure>
<h2>Learn what good looks like</h2>
<p>There may be few bad parts, but there are plenty of good ones. So we turn the question round: the model does not learn defects but the variety of good parts, and reports what lies outside. For each place on the part it remembers what good patches look like, described by a network trained on general photographs. A new part is compared with that memory.</p>
<pre><code>memory = []
for part in good_parts:                  # a few hundred
    for patch in patches(part):
        memory.append(describe(patch))
memory = thin_out(memory, keep=0.1)      # similar patches add nothing

def strangeness(part):
    return max(distance_to_nearest(memory, describe(p)) for p in patches(part))</code></pre>
<p>Not one bad part went into this. All forty are still available for the job at which they are irreplaceable: the test.</p>
<h2>Divide the forty well</h2>
<p>We sort the bad parts by cause and by date, never at random. If the same gripper scratched twelve parts, all twelve go to one side. Otherwise the test asks a question whose answer the model has already seen.</p>
<table>
<thead><tr><th>Share</th><th>Used for</th><th>Looked at</th></tr></thead>
<tbody>
<tr><td>15 parts</td><td>Choosing the light and the threshold</td><td>Every day</td></tr>
<tr><td>15 parts</td><td>Comparing versions</td><td>Once a week</td></tr>
<tr><td>10 parts</td><td>Acceptance by the customer</td><td>Once, at the end</td></tr>
</tbody>
</table>
<p>With ten parts, nine hits do not mean 90 percent. The honest reading is “somewhere between 55 and almost 100”. We write that range into the report. It explains better than any lecture why the test must go on after delivery.</p>
<h2>Artificial defects, with care</h2>
<p>Painting scratches into pictures works for defects that lie on the surface, and fails for those that change its shape. We use painted defects to find blind spots, for example to see whether the edge of the sealing face is covered at all. We do not count them in any result.</p>
<h2>The test that never ends</h2>
<p>After delivery, known bad parts are mixed in every week and the hits are counted. This takes ten minutes and answers three questions at once: does the station still work, has the product changed, and is the threshold still right? In addition, every part that an inspector confirms as bad goes to the shelf. After a year there are some three hundred, and a second model that names the defect becomes possible.</p>
<h2>When we advise against it</h2>
<ol>
<li>If two experienced inspectors disagree on every fifth part. Then the standard has to be settled first, and that is a conversation.</li>
<li>If a gauge measures the same property. A dial indicator needs no training data.</li>
<li>If the cause of the defect is known and can be removed. The robot gripper was repaired for 60 euros.</li>
</ol>`,
    metadata: {
      description: 'Visual inspection with very few bad parts: light before model, learning from good parts, an honest test split and when to advise against it.',
      keywords: 'defect detection, few examples, anomaly detection, machine vision, visual inspection',
    },
    translations: {
      es: {
        title: 'Encontrar defectos con cuarenta ejemplos',
        excerpt:
          'Las buenas fábricas producen pocas piezas malas, y eso es una mala noticia para el aprendizaje automático. Qué hacer con cuarenta rechazos en una estantería y miles de piezas buenas.',
        content: `<p>«¿Cuántas fotos necesitan?» es la primera pregunta de casi todos los trabajos de inspección. La respuesta de manual es: miles de cada tipo. En la estantería del encargado hay unas cuarenta piezas malas, reunidas en dos años, un tercio de ellas con el mismo arañazo de una pinza de robot que se reparó hace tiempo. Así trabajamos con una estantería como esa.</p>
<h2>Primero la luz, después el modelo</h2>
<p>Un defecto que no se ve en la foto no se puede aprender de ella. Antes de entrenar nada, ponemos diez piezas malas bajo todas las luces que tenemos y pedimos a un inspector, no a un programa, que encuentre los defectos solo en las fotografías. Si encuentra menos de nueve, cambiamos la luz, no el software. En el <a href="/projects/valve-inspection/">puesto de válvulas de Bilbao</a>, este paso duró once días y decidió el proyecto.</p>
<p>Por lo general bastan dos o tres de estas luces:</p>
<ul>
<li><strong>Un anillo rasante cerca de la superficie</strong>, que hace brillar arañazos y rebabas sobre un fondo oscuro.</li>
<li><strong>Una cúpula difusa</strong>, que elimina los reflejos y deja ver manchas y colores.</li>
<li><strong>Un patrón de franjas</strong>, que se curva en las abolladuras que ninguna otra luz revela.</li>
</ul>
<figure><img src="/images/project-visual-inspection.webp" alt="Dibujo de línea de unas piezas que pasan en una cinta bajo una cámara; una de ellas está marcada" width="1600" height="1000"><figcaption>Un puesto de inspección como lo dibujamos antes de construirlo: la cámara ve las piezas de una en una, y la marcada se aparta.</figcaption></figure>
<h2>Aprender cómo es lo bueno</h2>
<p>Puede que haya pocas piezas malas, pero las buenas sobran. Por eso damos la vuelta a la pregunta: el modelo no aprende defectos, sino la variedad de las piezas buenas, e informa de lo que queda fuera. Para cada lugar de la pieza recuerda cómo son los fragmentos buenos, descritos por una red entrenada con fotografías generales. Cada pieza nueva se compara con esa memoria.</p>
<pre><code>memoria = []
for pieza in piezas_buenas:                  # unos cientos
    for fragmento in fragmentos(pieza):
        memoria.append(describir(fragmento))
memoria = aclarar(memoria, conservar=0.1)    # lo parecido no aporta nada

def rareza(pieza):
    return max(distancia_al_mas_cercano(memoria, describir(f)) for f in fragmentos(pieza))</code></pre>
<p>Aquí no ha entrado ni una sola pieza mala. Las cuarenta siguen disponibles para la tarea en la que son insustituibles: la prueba.</p>
<h2>Repartir bien las cuarenta</h2>
<p>Ordenamos las piezas malas por causa y por fecha, nunca al azar. Si la misma pinza arañó doce piezas, las doce van al mismo lado. De lo contrario, la prueba plantea una pregunta cuya respuesta el modelo ya ha visto.</p>
<table>
<thead><tr><th>Parte</th><th>Se usa para</th><th>Se mira</th></tr></thead>
<tbody>
<tr><td>15 piezas</td><td>Elegir la luz y el umbral</td><td>Todos los días</td></tr>
<tr><td>15 piezas</td><td>Comparar versiones</td><td>Una vez por semana</td></tr>
<tr><td>10 piezas</td><td>Aceptación por el cliente</td><td>Una vez, al final</td></tr>
</tbody>
</table>
<p>Con diez piezas, nueve aciertos no significan un 90 por ciento. La lectura honesta es «algo entre 55 y casi 100». Escribimos esa horquilla en el informe. Explica mejor que cualquier discurso por qué la prueba debe continuar después de la entrega.</p>
<h2>Defectos artificiales, con prudencia</h2>
<p>Pintar arañazos en las fotos sirve para los defectos que están sobre la superficie y falla con los que cambian su forma. Usamos defectos pintados para encontrar puntos ciegos, por ejemplo para ver si el borde de la cara de cierre está cubierto. No los contamos en ningún resultado.</p>
<h2>La prueba que no termina</h2>
<p>Después de la entrega se mezclan cada semana piezas malas conocidas y se cuentan los aciertos. Se tarda diez minutos y se responde a tres preguntas a la vez: ¿sigue funcionando el puesto?, ¿ha cambiado el producto?, ¿es correcto todavía el umbral? Además, cada pieza que un inspector confirma como mala va a la estantería. Al cabo de un año hay unas trescientas, y entonces es posible un segundo modelo que ponga nombre al defecto.</p>
<h2>Cuándo lo desaconsejamos</h2>
<ol>
<li>Si dos inspectores con experiencia discrepan en una de cada cinco piezas. Entonces hay que fijar antes el criterio, y eso es una conversación.</li>
<li>Si un calibre mide la misma propiedad. Un reloj comparador no necesita datos de entrenamiento.</li>
<li>Si la causa del defecto se conoce y se puede eliminar. Reparar la pinza del robot costó 60 euros.</li>
</ol>`,
        metadata: {
          description: 'Inspección visual con muy pocas piezas malas: la luz antes que el modelo, aprender de las buenas, un reparto honesto y cuándo desaconsejarla.',
          keywords: 'detección de defectos, pocos ejemplos, detección de anomalías, visión artificial, inspección visual',
        },
      },
    },
  },
  {
    slug: 'running-models-inside-your-own-walls',
    title: 'Running models inside your own walls',
    excerpt:
      'Some documents must not leave the building. What a language model on your own server needs in hardware, people and patience, and when it is the wrong choice.',
    imageUrl: '/images/post-private-models.webp',
    category: 'Engineering',
    publishedAt: '2026-08-18T09:00:00.000Z',
    content: `<p>A property manager has promised its tenants that their leases stay in the house. A clinic’s supplier may not send drawings abroad. A school does not want to explain to parents on which continent the essays are being read. In all three cases the question is the same: can we have a useful model without an internet connection? The answer is usually yes, and the interesting part is the price.</p>
<h2>What you give up, measured</h2>
<p>Models that fit on one server are weaker than the largest rented ones. How much weaker depends on the task, and it can be measured in an afternoon. Take fifty real cases, write down the correct answers and let both models work. For the <a href="/projects/lease-reader/">lease reader in Rotterdam</a>, the difference was 2.6 percentage points before review by a person and could no longer be measured after it. For free conversation in Dutch it was large, so we left that out of the product.</p>
<p>The narrower the task, the smaller the gap. Extracting, sorting and rewriting work well. Long chains of reasoning over many documents do so less.</p>
<h2>What it takes</h2>
<table>
<thead><tr><th>Use</th><th>Memory of the graphics card</th><th>People at once</th><th>Order of cost</th></tr></thead>
<tbody>
<tr><td>Sorting and extracting from short texts</td><td>16 GB</td><td>up to 5</td><td>a good workstation</td></tr>
<tr><td>Long documents, several languages</td><td>48 GB</td><td>up to 15</td><td>a small car</td></tr>
<tr><td>The same for a whole company</td><td>2 × 80 GB</td><td>up to 80</td><td>a delivery van</td></tr>
</tbody>
</table>
<p>Add electricity, a room in which the noise disturbs nobody, and about half a day of care per month. The hardware is the visible part of the bill. The larger one is somebody who feels responsible.</p>
<h2>The arrangement we use</h2>
<ol>
<li>The model runs as a service of its own, in a network segment without a route to the outside. Not “blocked by a rule”, but without a route.</li>
<li>The application speaks to it through one narrow interface and keeps no copy of the text after the answer.</li>
<li>Updates arrive on a signed medium, are tested against the fifty cases and go live only if no figure has dropped.</li>
<li>The log holds times, lengths and error codes, but no content. Whoever needs content to find a fault asks the user for it.</li>
</ol>
<p>The first two points can be checked by anyone who can read a configuration file:</p>
<pre><code>services:
  model:
    networks: [inner]
    read_only: true
  app:
    networks: [inner, office]
    environment:
      KEEP_DOCUMENTS: "false"

networks:
  inner:
    internal: true    # no route to the outside
  office: {}</code></pre>
<h2>Three surprises</h2>
<h3>Search matters more than the model</h3>
<p>Most wrong answers came from the wrong page being found, not from the page being misread. A week spent on splitting documents properly, with headings and page numbers kept, achieved more than the change to a model three times the size.</p>
<h3>Cold starts annoy people</h3>
<p>Loading a large model takes a minute or two. If it is unloaded at night to save power, the first person in the morning believes that it is broken. We load it at six.</p>
<h3>Old versions become valuable</h3>
<p>Rented models change without asking you. Your own stays exactly as it was tested. For documents that have to be defended years later, this was the strongest argument of all, and nobody had it on the list at the beginning.</p>
<h2>When to rent instead</h2>
<p>If your texts are public anyway, if you need the model for a few hours a month, or if nobody can look after a server, then rent one. A contract with a serious provider in your own jurisdiction is better than a neglected machine in the cupboard. If you are not sure, <a href="/contact/">send us ten typical documents</a> that you are allowed to share, and we will tell you which side of the line they are on.</p>`,
    metadata: {
      description: 'Language models on your own server: how to measure what you give up, what hardware and care it takes, and when renting is the better choice.',
      keywords: 'private models, on-premises AI, language model, data protection, self-hosting',
    },
    translations: {
      es: {
        title: 'Modelos que funcionan dentro de su propia casa',
        excerpt:
          'Hay documentos que no deben salir del edificio. Qué equipos, personas y paciencia requiere un modelo de lenguaje en su propio servidor, y cuándo no es la mejor opción.',
        content: `<p>Una gestora de inmuebles ha prometido a sus inquilinos que los contratos no saldrán de la casa. Un proveedor de clínicas no puede enviar planos al extranjero. Un colegio no quiere explicar a las familias en qué continente se leen las redacciones. En los tres casos la pregunta es la misma: ¿podemos tener un modelo útil sin conexión a internet? La respuesta suele ser que sí, y lo interesante es el precio.</p>
<h2>A qué se renuncia, con medidas</h2>
<p>Los modelos que caben en un servidor son más débiles que los mayores de alquiler. Cuánto más depende de la tarea, y se puede medir en una tarde. Tome cincuenta casos reales, anote las respuestas correctas y haga trabajar a los dos modelos. En el <a href="/projects/lease-reader/">lector de contratos de Róterdam</a>, la diferencia fue de 2,6 puntos porcentuales antes de la revisión de una persona y ya no se podía medir después. En la conversación libre en neerlandés era grande, así que la dejamos fuera del producto.</p>
<p>Cuanto más acotada es la tarea, menor es la distancia. Extraer, clasificar y reescribir funciona bien. Los razonamientos largos sobre muchos documentos, no tanto.</p>
<h2>Qué hace falta</h2>
<table>
<thead><tr><th>Uso</th><th>Memoria de la tarjeta gráfica</th><th>Personas a la vez</th><th>Orden de coste</th></tr></thead>
<tbody>
<tr><td>Clasificar y extraer de textos cortos</td><td>16 GB</td><td>hasta 5</td><td>una buena estación de trabajo</td></tr>
<tr><td>Documentos largos, varios idiomas</td><td>48 GB</td><td>hasta 15</td><td>un coche pequeño</td></tr>
<tr><td>Lo mismo para toda una empresa</td><td>2 × 80 GB</td><td>hasta 80</td><td>una furgoneta de reparto</td></tr>
</tbody>
</table>
<p>Súmele la electricidad, una sala donde el ruido no moleste a nadie y alrededor de media jornada de atención al mes. Los equipos son la parte visible de la factura. La mayor es alguien que se sienta responsable.</p>
<h2>La disposición que usamos</h2>
<ol>
<li>El modelo funciona como un servicio propio, en un segmento de red sin ruta al exterior. No «bloqueado por una regla», sino sin ruta.</li>
<li>La aplicación habla con él a través de una única interfaz estrecha y no guarda copia del texto después de la respuesta.</li>
<li>Las actualizaciones llegan en un soporte firmado, se prueban con los cincuenta casos y solo entran en servicio si no ha bajado ninguna cifra.</li>
<li>El registro contiene tiempos, longitudes y códigos de error, pero no contenidos. Quien necesite un contenido para buscar un fallo se lo pide al usuario.</li>
</ol>
<p>Los dos primeros puntos los puede comprobar cualquiera que sepa leer un archivo de configuración:</p>
<pre><code>services:
  modelo:
    networks: [interior]
    read_only: true
  app:
    networks: [interior, oficina]
    environment:
      KEEP_DOCUMENTS: "false"

networks:
  interior:
    internal: true    # sin ruta al exterior
  oficina: {}</code></pre>
<h2>Tres sorpresas</h2>
<h3>La búsqueda importa más que el modelo</h3>
<p>La mayoría de las respuestas erróneas venían de haber encontrado la página equivocada, no de haberla leído mal. Una semana dedicada a dividir bien los documentos, conservando títulos y números de página, logró más que cambiar a un modelo tres veces mayor.</p>
<h3>El arranque en frío molesta</h3>
<p>Cargar un modelo grande lleva uno o dos minutos. Si se descarga por la noche para ahorrar energía, la primera persona de la mañana cree que está averiado. Lo cargamos a las seis.</p>
<h3>Las versiones antiguas ganan valor</h3>
<p>Los modelos de alquiler cambian sin preguntar. El suyo se queda exactamente como se probó. Para documentos que habrá que defender años después, este fue el argumento más fuerte de todos, y al principio nadie lo tenía en la lista.</p>
<h2>Cuándo es mejor alquilar</h2>
<p>Si sus textos son públicos de todos modos, si necesita el modelo unas pocas horas al mes o si nadie puede atender un servidor, alquile. Un contrato con un proveedor serio de su propia jurisdicción es mejor que una máquina descuidada en un armario. Si tiene dudas, <a href="/contact/">envíenos diez documentos típicos</a> que pueda compartir y le diremos de qué lado de la línea están.</p>`,
        metadata: {
          description: 'Modelos de lenguaje en su propio servidor: cómo medir a qué se renuncia, qué equipos y cuidados requieren y cuándo conviene alquilar.',
          keywords: 'modelos privados, IA en instalaciones propias, modelo de lenguaje, protección de datos, servidor propio',
        },
      },
    },
  },
  {
    slug: 'how-a-school-timetable-becomes-a-solvable-problem',
    title: 'How a school timetable becomes a solvable problem',
    excerpt:
      'The hardest part of a timetable solver is not the solving. It is finding out which of four hundred wishes are rules. A look inside the model, with code.',
    imageUrl: '/images/post-timetable-solver.webp',
    category: 'Education',
    publishedAt: '2026-07-02T08:00:00.000Z',
    content: `<p>A medium-sized secondary school has about 30 classes, 60 teachers, 40 rooms and 35 hours in the week. The number of conceivable timetables has several thousand digits, and that figure is quoted in every talk on the subject. It is also beside the point. Computers are good at excluding impossibilities. What they cannot do is guess what the school really wants. This article follows the model that we use for <a href="/projects/school-timetables/">School Timetables</a>, from the unit of work to the first complaint.</p>
<h2>The unit is the lesson, not the hour</h2>
<p>We do not ask “what happens on Monday at nine?” but “when and where does each lesson take place?”. A lesson is a fixed bundle: a subject, one or more classes, one or more teachers, a length and a kind of room. A double period in chemistry is one lesson of length two. This small choice makes split groups and team teaching ordinary cases instead of exceptions.</p>
<p>For each lesson and each possible start there is one variable that is either 0 or 1. Lessons that cannot start at some time, because the teacher is at another school, simply get no variable there. In practice two thirds disappear before the search begins.</p>
<h2>Three kinds of wishes</h2>
<p>Then we sit down with the school and sort. It takes an afternoon, sometimes two, and nothing else in the project is as valuable.</p>
<table>
<thead><tr><th>Kind</th><th>Example</th><th>In the model</th></tr></thead>
<tbody>
<tr><td>Must hold</td><td>Nobody is in two places at once</td><td>Constraint</td></tr>
<tr><td>Should hold</td><td>At most one free period a day per teacher</td><td>High penalty, reported when broken</td></tr>
<tr><td>Nice</td><td>Sports not directly after lunch</td><td>Low penalty, summed up</td></tr>
</tbody>
</table>
<p>About one in five of the “musts” on the first list turns out to be a habit. The gymnasium is closed on Thursday afternoon because a club used it until 2017. One telephone call was worth more than any algorithm.</p>
<h2>The core in twenty lines</h2>
<p>With a general constraint solver, the heart of the model is short. Here it is in Python, slightly simplified:</p>
<pre><code>model = Model()
start = {(l, t): model.bool() for l in lessons for t in possible_starts(l)}

for l in lessons:                                   # each lesson once
    model.add(sum(start[l, t] for t in possible_starts(l)) == 1)

def running(l, hour):                               # is l under way then?
    return sum(start[l, t] for t in possible_starts(l)
               if t &lt;= hour &lt; t + l.length)

for hour in week:
    for who in teachers + classes:                  # nobody twice at once
        model.add(sum(running(l, hour) for l in who.lessons) &lt;= 1)
    for kind in room_kinds:                         # enough rooms of each kind
        model.add(sum(running(l, hour) for l in kind.lessons) &lt;= kind.count)

model.minimize(sum(w.weight * w.broken(start) for w in wishes))</code></pre>
<p>Individual rooms are assigned in a second step. As long as there are enough of each kind in every hour, that step nearly always succeeds, and the main search becomes ten times smaller.</p>
<h2>When there is no solution</h2>
<p>Sooner or later the solver reports that the musts contradict each other. “Infeasible” is a correct answer and a useless one. So each must receives a switch, and we ask the solver for a smallest set of musts that cannot hold together. It usually has between three and six members and fits on a slip of paper. With that slip, the deputy head can go to the people concerned.</p>
<blockquote><p>I used to say that it cannot be done. Now I can say which two of us have to talk.</p></blockquote>
<h2>Small changes must stay small</h2>
<p>In October a teacher falls ill. The best new timetable would move half the school, and nobody would thank us for it. So after publication the goal changes: keep as many lessons as possible in their place, then look at the wishes. It is the same model with one more penalty for every lesson moved. In the schools we work with, a replacement typically moves between four and nine lessons.</p>
<h2>What to try first</h2>
<ul>
<li>Write your wishes on cards and sort them into three piles with colleagues. Count how many “musts” remain.</li>
<li>Ask of each must who said so and when. Throw away what nobody can answer.</li>
<li>Only then think about software. The piles are useful with any program, and even with magnets on a board.</li>
</ul>`,
    metadata: {
      description: 'Inside a school timetable solver: lessons as variables, three kinds of wishes, the core in twenty lines and what to do when nothing fits.',
      keywords: 'school timetable, constraint programming, scheduling, solver, education',
      ogTitle: 'How a school timetable becomes a solvable problem',
      ogDescription: 'The hardest part is finding out which of four hundred wishes are rules.',
    },
    translations: {
      es: {
        title: 'Cómo se convierte un horario escolar en un problema resoluble',
        excerpt:
          'Lo más difícil de un programa de horarios no es resolver, sino averiguar cuáles de los cuatrocientos deseos son reglas. Una mirada al interior del modelo, con código.',
        content: `<p>Un instituto mediano tiene unos 30 grupos, 60 docentes, 40 aulas y 35 horas por semana. El número de horarios imaginables tiene varios miles de cifras, y ese dato se cita en todas las charlas sobre el tema. Tampoco viene al caso. Los ordenadores son buenos descartando imposibles. Lo que no saben es adivinar qué quiere de verdad el centro. Este artículo recorre el modelo que usamos en <a href="/projects/school-timetables/">Horarios escolares</a>, desde la unidad de trabajo hasta la primera queja.</p>
<h2>La unidad es la clase, no la hora</h2>
<p>No preguntamos «¿qué pasa el lunes a las nueve?», sino «¿cuándo y dónde se da cada clase?». Una clase es un paquete fijo: una asignatura, uno o varios grupos, uno o varios docentes, una duración y un tipo de aula. Una sesión doble de química es una sola clase de duración dos. Esta pequeña elección convierte los desdobles y la codocencia en casos corrientes y no en excepciones.</p>
<p>Para cada clase y cada comienzo posible hay una variable que vale 0 o 1. Las clases que no pueden empezar a cierta hora, porque el docente está en otro centro, simplemente no tienen variable allí. En la práctica, dos tercios desaparecen antes de que empiece la búsqueda.</p>
<h2>Tres tipos de deseos</h2>
<p>Después nos sentamos con el centro a ordenar. Se tarda una tarde, a veces dos, y nada en todo el proyecto vale tanto.</p>
<table>
<thead><tr><th>Tipo</th><th>Ejemplo</th><th>En el modelo</th></tr></thead>
<tbody>
<tr><td>Debe cumplirse</td><td>Nadie está en dos sitios a la vez</td><td>Restricción</td></tr>
<tr><td>Debería cumplirse</td><td>Como máximo una hora libre al día por docente</td><td>Penalización alta, se avisa si se incumple</td></tr>
<tr><td>Estaría bien</td><td>Nada de deporte justo después de comer</td><td>Penalización baja, se suma</td></tr>
</tbody>
</table>
<p>Más o menos uno de cada cinco «debe» de la primera lista resulta ser una costumbre. El gimnasio está cerrado los jueves por la tarde porque un club lo usó hasta 2017. Una llamada de teléfono valió más que cualquier algoritmo.</p>
<h2>El núcleo en veinte líneas</h2>
<p>Con un optimizador general de restricciones, el corazón del modelo es corto. Aquí está en Python, algo simplificado:</p>
<pre><code>modelo = Modelo()
inicio = {(c, t): modelo.bool() for c in clases for t in inicios_posibles(c)}

for c in clases:                                    # cada clase, una vez
    modelo.add(sum(inicio[c, t] for t in inicios_posibles(c)) == 1)

def en_curso(c, hora):                              # ¿se da c a esa hora?
    return sum(inicio[c, t] for t in inicios_posibles(c)
               if t &lt;= hora &lt; t + c.duracion)

for hora in semana:
    for quien in docentes + grupos:                 # nadie dos veces a la vez
        modelo.add(sum(en_curso(c, hora) for c in quien.clases) &lt;= 1)
    for tipo in tipos_de_aula:                      # aulas suficientes de cada tipo
        modelo.add(sum(en_curso(c, hora) for c in tipo.clases) &lt;= tipo.cantidad)

modelo.minimize(sum(d.peso * d.incumplido(inicio) for d in deseos))</code></pre>
<p>Las aulas concretas se asignan en un segundo paso. Mientras haya suficientes de cada tipo a cada hora, ese paso sale bien casi siempre, y la búsqueda principal se reduce a la décima parte.</p>
<h2>Cuando no hay solución</h2>
<p>Tarde o temprano, el optimizador informa de que los «debe» se contradicen. «Irresoluble» es una respuesta correcta e inútil. Por eso cada «debe» lleva un interruptor, y pedimos al optimizador el menor conjunto de ellos que no pueda cumplirse a la vez. Suele tener entre tres y seis elementos y cabe en una cuartilla. Con esa cuartilla, la subdirectora puede ir a ver a las personas implicadas.</p>
<blockquote><p>Antes decía que no se podía hacer. Ahora puedo decir qué dos personas tienen que hablar.</p></blockquote>
<h2>Los cambios pequeños deben seguir siéndolo</h2>
<p>En octubre, un docente cae enfermo. El mejor horario nuevo movería medio instituto, y nadie nos lo agradecería. Por eso, una vez publicado, el objetivo cambia: dejar en su sitio todas las clases que se pueda y después mirar los deseos. Es el mismo modelo con una penalización más por cada clase movida. En los centros con los que trabajamos, una sustitución suele mover entre cuatro y nueve clases.</p>
<h2>Por dónde empezar</h2>
<ul>
<li>Escriba los deseos en tarjetas y ordénelas en tres montones con sus compañeros. Cuente cuántos «debe» quedan.</li>
<li>Pregunte de cada «debe» quién lo dijo y cuándo. Tire los que nadie sepa responder.</li>
<li>Solo entonces piense en un programa. Los montones sirven con cualquiera, e incluso con imanes en una pizarra.</li>
</ul>`,
        metadata: {
          description: 'El interior de un programa de horarios escolares: clases como variables, tres tipos de deseos, el núcleo en veinte líneas y qué hacer cuando nada encaja.',
          keywords: 'horario escolar, programación con restricciones, planificación, optimizador, educación',
          ogTitle: 'Cómo se convierte un horario escolar en un problema resoluble',
          ogDescription: 'Lo más difícil es averiguar cuáles de los cuatrocientos deseos son reglas.',
        },
      },
    },
  },
  {
    slug: 'reading-floor-plans-from-lines-to-rooms',
    title: 'Reading floor plans: from lines to rooms',
    excerpt:
      'A scanned plan is a picture of lines. Turning it into rooms with areas takes a scale, closed outlines and a sense of when to ask a person.',
    imageUrl: '/images/post-floor-plan-reading.webp',
    category: 'Real Estate',
    publishedAt: '2026-05-21T10:00:00.000Z',
    content: `<p>When we began to estimate rents for a housing cooperative, the rents were in order and the areas were not. For one flat in eight, the contract, the land register and the drawing disagreed by more than three square metres. The drawings were the most reliable of the three, but they were scans: 2,100 sheets from six decades, some folded, some coloured in by hand. This is how we made them measurable for the <a href="/projects/rent-estimator/">Rent Estimator</a>.</p>
<h2>Step 1: Straighten the sheet</h2>
<p>Paper warps, scanners skew and folds cast shadows. We look for the longest parallel lines on the sheet, which are nearly always outer walls, and turn and stretch the picture until they stand at right angles. Sheets on which fewer than four such lines can be found go to a person at once. There were 61 of them.</p>
<h2>Step 2: Find the scale twice</h2>
<p>An error in the scale makes every area wrong, and by its square. So we require two independent sources that agree:</p>
<ul>
<li>the printed scale in the title block, such as 1:100, together with the size of the sheet;</li>
<li>written dimensions, read as numbers and compared with the length of their lines;</li>
<li>as a last resort, door leaves, which have had the same few widths for decades.</li>
</ul>
<p>If two sources differ by more than 2 percent, the plan counts as unmeasured. A missing number can be supplied later. A wrong one hides among two thousand others.</p>
<h2>Step 3: From lines to walls, from walls to rooms</h2>
<p>A segmentation model colours each pixel as wall, door, window, text or nothing. We trained it on 140 sheets which two draughtswomen had traced, plus several thousand plans that we generated ourselves, with creases and coffee rings. Then geometry takes over, because geometry does not guess. Walls become polygons, doors are closed with a line, and each enclosed region is a candidate for a room.</p>
<pre><code>walls   = polygons(pixels == WALL)
doors   = [straight_line(d) for d in regions(pixels == DOOR)]
closed  = union(walls + doors)
rooms   = [r for r in holes(closed) if r.area &gt; 0.8]    # square metres

for room in rooms:
    room.label = nearest_text_inside(room, words)        # "Bath", "Bed 2"
    room.sure  = room.label is not None and is_simple(room.outline)</code></pre>
<p>Leaks are the classic mistake: one missing pixel in a wall, and kitchen and hall become a single room. We find them by a simple check. If a region contains two labels, it is cut at its narrowest place and shown to a person.</p>
<h2>Step 4: Which area, exactly?</h2>
<p>“Area” is not one number. Before measuring anything, agree on the definition, in writing, with whoever will use it.</p>
<table>
<thead><tr><th>Question</th><th>Choice in this project</th></tr></thead>
<tbody>
<tr><td>Inner or outer face of the walls?</td><td>Inner face, plaster included</td></tr>
<tr><td>Balconies and terraces?</td><td>At half, listed separately</td></tr>
<tr><td>Under sloping ceilings?</td><td>From 1.5 metres of height</td></tr>
<tr><td>Pillars and shafts?</td><td>Deducted above 0.1 square metres</td></tr>
</tbody>
</table>
<h2>How good is it?</h2>
<p>A surveyor measured 40 flats with a laser, chosen by lot. The median deviation of the total area was 0.9 percent, and the largest 4.1 percent, in a flat that had been rebuilt without a new drawing. No plan reader can see a wall that was moved after the drawing was made. For this reason the result always carries the year of its plan.</p>
<p>Of 2,100 sheets, 1,690 went through without a question, 349 needed a decision of a minute or two, and 61 were drawn again by hand. The whole took seven weeks. The estimate for measuring on site had been two years.</p>
<h2>What we would keep</h2>
<ol>
<li>Let the model recognise and let geometry calculate. The border between the two is where errors can be found.</li>
<li>Demand two sources for everything that multiplies.</li>
<li>Count the questions to people as a result, not as a failure. They cost 349 times one minute, and they are the reason that the rest is believed.</li>
</ol>`,
    metadata: {
      description: 'From scanned floor plans to rooms and areas: straightening, two sources for the scale, segmentation plus geometry, and how exact the result is.',
      keywords: 'floor plan recognition, room areas, segmentation, geometry, real estate',
    },
    translations: {
      es: {
        title: 'Leer planos: de las líneas a las estancias',
        excerpt:
          'Un plano escaneado es una imagen con líneas. Convertirlo en estancias con superficie exige una escala, contornos cerrados y saber cuándo preguntar a una persona.',
        content: `<p>Cuando empezamos a estimar alquileres para una cooperativa de viviendas, las rentas estaban en orden y las superficies no. En una de cada ocho viviendas, el contrato, el registro y el plano discrepaban en más de tres metros cuadrados. Los planos eran lo más fiable de los tres, pero estaban escaneados: 2100 hojas de seis décadas, algunas con dobleces, otras coloreadas a mano. Así las hicimos medibles para el <a href="/projects/rent-estimator/">Estimador de alquileres</a>.</p>
<h2>Paso 1: enderezar la hoja</h2>
<p>El papel se deforma, los escáneres tuercen y los dobleces dan sombra. Buscamos en la hoja las líneas paralelas más largas, que casi siempre son muros exteriores, y giramos y estiramos la imagen hasta que quedan en ángulo recto. Las hojas con menos de cuatro de estas líneas pasan enseguida a una persona. Fueron 61.</p>
<h2>Paso 2: hallar la escala dos veces</h2>
<p>Un error de escala falsea todas las superficies, y lo hace al cuadrado. Por eso exigimos dos fuentes independientes que coincidan:</p>
<ul>
<li>la escala impresa en el cajetín, por ejemplo 1:100, junto con el tamaño de la hoja;</li>
<li>las cotas escritas, leídas como números y comparadas con la longitud de sus líneas;</li>
<li>como último recurso, las hojas de las puertas, que desde hace décadas tienen los mismos pocos anchos.</li>
</ul>
<p>Si dos fuentes difieren en más de un 2 por ciento, el plano se da por no medido. Un número que falta se puede añadir después. Uno equivocado se esconde entre otros dos mil.</p>
<h2>Paso 3: de las líneas a los muros, de los muros a las estancias</h2>
<p>Un modelo de segmentación colorea cada píxel como muro, puerta, ventana, texto o nada. Lo entrenamos con 140 hojas que habían calcado dos delineantes y con varios miles de planos generados por nosotros, con sus arrugas y sus cercos de café. Después toma el relevo la geometría, porque la geometría no adivina. Los muros se convierten en polígonos, las puertas se cierran con una línea y cada región cerrada es una candidata a estancia.</p>
<pre><code>muros     = poligonos(pixeles == MURO)
puertas   = [linea_recta(p) for p in regiones(pixeles == PUERTA)]
cerrado   = union(muros + puertas)
estancias = [e for e in huecos(cerrado) if e.area &gt; 0.8]    # metros cuadrados

for estancia in estancias:
    estancia.nombre = texto_interior_mas_cercano(estancia, palabras)    # "Baño", "Dorm. 2"
    estancia.segura = estancia.nombre is not None and es_simple(estancia.contorno)</code></pre>
<p>Las fugas son el error clásico: falta un píxel en un muro, y la cocina y el pasillo se funden en una sola estancia. Las encontramos con una comprobación sencilla. Si una región contiene dos rótulos, se corta por su punto más estrecho y se enseña a una persona.</p>
<h2>Paso 4: ¿qué superficie, exactamente?</h2>
<p>«Superficie» no es un solo número. Antes de medir nada, acuerde la definición, por escrito, con quien vaya a usarla.</p>
<table>
<thead><tr><th>Pregunta</th><th>Elección en este proyecto</th></tr></thead>
<tbody>
<tr><td>¿Cara interior o exterior de los muros?</td><td>Cara interior, con el enlucido</td></tr>
<tr><td>¿Balcones y terrazas?</td><td>A la mitad, en línea aparte</td></tr>
<tr><td>¿Bajo techos inclinados?</td><td>A partir de 1,5 metros de altura</td></tr>
<tr><td>¿Pilares y patinillos?</td><td>Se descuentan por encima de 0,1 metros cuadrados</td></tr>
</tbody>
</table>
<h2>¿Qué exactitud tiene?</h2>
<p>Un topógrafo midió con láser 40 viviendas elegidas por sorteo. La desviación mediana de la superficie total fue del 0,9 por ciento, y la mayor, del 4,1 por ciento, en un piso reformado sin plano nuevo. Ningún lector de planos puede ver un tabique que se movió después de dibujarlo. Por eso el resultado lleva siempre el año de su plano.</p>
<p>De 2100 hojas, 1690 pasaron sin preguntas, 349 necesitaron una decisión de uno o dos minutos y 61 se volvieron a dibujar a mano. En total fueron siete semanas. La previsión para medir en cada vivienda era de dos años.</p>
<h2>Qué conservaríamos</h2>
<ol>
<li>Que el modelo reconozca y la geometría calcule. En la frontera entre ambos es donde se encuentran los errores.</li>
<li>Exigir dos fuentes para todo lo que multiplica.</li>
<li>Contar las preguntas a las personas como un resultado y no como un fracaso. Cuestan 349 veces un minuto, y gracias a ellas se da crédito al resto.</li>
</ol>`,
        metadata: {
          description: 'De planos escaneados a estancias y superficies: enderezar, dos fuentes para la escala, segmentación más geometría y qué exactitud se alcanza.',
          keywords: 'reconocimiento de planos, superficies, segmentación, geometría, sector inmobiliario',
        },
      },
    },
  },
  {
    slug: 'forecasting-the-energy-of-a-building-honestly',
    title: 'Forecasting the energy of a building, honestly',
    excerpt:
      'A forecast is useful when it beats “same as last week” and says how unsure it is. Notes from nine office buildings, one heat wave and a broken valve.',
    imageUrl: '/images/post-energy-buildings.webp',
    category: 'Real Estate',
    publishedAt: '2026-03-17T09:30:00.000Z',
    content: `<p>Whoever operates an office building has to tell the supplier a day ahead how much electricity it will need, hour by hour. Whoever heats it wants to know whether yesterday’s consumption was normal. Both need the same thing: a forecast of what the building would use under given weather. Last year we built such forecasts for nine buildings of a facility manager in Lyon. Most of the work was finding out how good they really were.</p>
<h2>Begin with an opponent</h2>
<p>Every forecast needs a simple opponent. Ours is “the same hour of the same weekday last week”, with public holidays treated as Sundays. It costs nothing, and it is surprisingly hard to beat: in a normal March week it was off by 11 percent on average.</p>
<p>If a model does not beat that opponent clearly, it should not be operated, because someone has to look after it. For two of the nine buildings this was the case, and they still run on last week.</p>
<h2>Five inputs are enough</h2>
<ol>
<li>Hour of the day and day of the week</li>
<li>Holidays, including the local ones and the bridging days</li>
<li>Outside temperature, now and averaged over the past 24 hours</li>
<li>Sunshine on the main façade</li>
<li>Consumption in the same hour of the last seven days</li>
</ol>
<p>The averaged temperature stands for the mass of the building: concrete remembers yesterday. We tried thirty more inputs, among them humidity, wind and the bookings of meeting rooms. Together they improved the error by 0.2 percentage points and each could fail. We left them out.</p>
<h2>The test that tempts</h2>
<p>It is easy to cheat without noticing. If you choose hours at random for the test, the model knows the hour before and the hour after, and the result looks wonderful. A forecast must be tested as it is used: trained on everything up to a day, asked about the next one, then moved on.</p>
<pre><code>errors = []
for day in days[365:]:
    model = fit(history[:day])                 # nothing from the future
    weather = weather_forecast_made_on(day)    # as forecast, not as it came
    errors.append(compare(model.predict(weather), actual[day + 1]))</code></pre>
<p>The fourth line matters as much as the third. Tested with the weather that really came, our error would have been 5.1 percent. With the weather as it was forecast the evening before, it was 6.8 percent. Only the second figure exists in practice.</p>
<table>
<thead><tr><th>Method</th><th>Ordinary weeks</th><th>Holidays</th><th>Heat wave, July</th></tr></thead>
<tbody>
<tr><td>Same as last week</td><td>11 %</td><td>24 %</td><td>31 %</td></tr>
<tr><td>Our model</td><td>6.8 %</td><td>12 %</td><td>17 %</td></tr>
<tr><td>Share of hours within the stated range</td><td>91 %</td><td>84 %</td><td>66 %</td></tr>
</tbody>
</table>
<h2>Say how unsure you are</h2>
<p>Each forecast comes as a range that should contain the truth in 9 of 10 hours. The last line of the table shows whether it does. In ordinary weeks the promise holds. In the heat wave it did not: the model had never seen 39 degrees and was unsure, but not unsure enough. Now it reports when an input lies outside anything it has seen, and the operator falls back on experience. We think this notice is the most useful line on the screen.</p>
<h2>A by-product: the broken valve</h2>
<p>If consumption stays above the range for several nights, something has changed in the building. In November, one building used 14 percent more heat than expected, every night, without any complaint. The cause was a valve that no longer closed. The repair cost 180 euros; the valve had probably been open since the spring. It is the same idea that our <a href="/projects/press-watch/">Press Watch</a> uses for machines: learn what is normal, report what is not, let people find out why.</p>
<h2>Before you start</h2>
<ul>
<li>Collect a full year of hourly values. With less, the model does not know one of the seasons.</li>
<li>Note alterations: a new tenant, new windows, a server room moved out. Without such notes, a model learns from a building that no longer exists.</li>
<li>Ask what will be done with the forecast. If nobody changes anything because of it, last week is good enough.</li>
</ul>`,
    metadata: {
      description: 'Energy forecasts for nine office buildings: a simple opponent, five inputs, an honest test with forecast weather and a stated uncertainty.',
      keywords: 'energy forecasting, buildings, load forecast, uncertainty, facility management',
    },
    translations: {
      es: {
        title: 'Prever la energía de un edificio, con honestidad',
        excerpt:
          'Una previsión es útil cuando supera a «lo mismo que la semana pasada» y dice cuánto duda. Notas de nueve edificios de oficinas, una ola de calor y una válvula averiada.',
        content: `<p>Quien gestiona un edificio de oficinas debe comunicar al suministrador, con un día de antelación y hora por hora, cuánta electricidad va a necesitar. Quien lo calienta quiere saber si el consumo de ayer fue normal. Ambos necesitan lo mismo: una previsión de lo que el edificio consumiría con una meteorología dada. El año pasado construimos esas previsiones para nueve edificios de una empresa de mantenimiento de Lyon. La mayor parte del trabajo consistió en averiguar lo buenas que eran de verdad.</p>
<h2>Empezar con un rival</h2>
<p>Toda previsión necesita un rival sencillo. El nuestro es «la misma hora del mismo día de la semana pasada», con los festivos tratados como domingos. No cuesta nada y es sorprendentemente difícil de batir: en una semana normal de marzo se desviaba un 11 por ciento de media.</p>
<p>Si un modelo no vence con claridad a ese rival, no conviene ponerlo en servicio, porque alguien tendrá que cuidarlo. En dos de los nueve edificios fue así, y siguen funcionando con la semana pasada.</p>
<h2>Cinco entradas bastan</h2>
<ol>
<li>Hora del día y día de la semana</li>
<li>Festivos, incluidos los locales y los puentes</li>
<li>Temperatura exterior, actual y media de las últimas 24 horas</li>
<li>Sol en la fachada principal</li>
<li>Consumo a la misma hora en los últimos siete días</li>
</ol>
<p>La temperatura media representa la masa del edificio: el hormigón se acuerda de ayer. Probamos treinta entradas más, entre ellas la humedad, el viento y las reservas de salas de reuniones. Todas juntas mejoraban el error en 0,2 puntos porcentuales y cualquiera podía fallar. Las dejamos fuera.</p>
<h2>La prueba que tienta</h2>
<p>Es fácil hacer trampa sin darse cuenta. Si se eligen al azar las horas de la prueba, el modelo conoce la hora anterior y la siguiente, y el resultado parece magnífico. Una previsión hay que probarla como se usa: se entrena con todo hasta un día, se le pregunta por el siguiente y se avanza.</p>
<pre><code>errores = []
for dia in dias[365:]:
    modelo = ajustar(historial[:dia])              # nada del futuro
    tiempo = prevision_meteorologica_hecha_el(dia) # el previsto, no el que hizo
    errores.append(comparar(modelo.predecir(tiempo), real[dia + 1]))</code></pre>
<p>La cuarta línea importa tanto como la tercera. Probado con el tiempo que hizo en realidad, nuestro error habría sido del 5,1 por ciento. Con el tiempo previsto la tarde anterior, fue del 6,8 por ciento. En la práctica solo existe la segunda cifra.</p>
<table>
<thead><tr><th>Método</th><th>Semanas normales</th><th>Festivos</th><th>Ola de calor, julio</th></tr></thead>
<tbody>
<tr><td>Lo mismo que la semana pasada</td><td>11 %</td><td>24 %</td><td>31 %</td></tr>
<tr><td>Nuestro modelo</td><td>6,8 %</td><td>12 %</td><td>17 %</td></tr>
<tr><td>Horas dentro de la horquilla indicada</td><td>91 %</td><td>84 %</td><td>66 %</td></tr>
</tbody>
</table>
<h2>Decir cuánto se duda</h2>
<p>Cada previsión se da como una horquilla que debería contener la verdad en 9 de cada 10 horas. La última línea de la tabla muestra si es así. En las semanas normales, la promesa se cumple. En la ola de calor no se cumplió: el modelo nunca había visto 39 grados y dudaba, pero no lo suficiente. Ahora avisa cuando una entrada queda fuera de todo lo que ha visto, y el operador recurre a su experiencia. Creemos que ese aviso es la línea más útil de la pantalla.</p>
<h2>Un resultado inesperado: la válvula averiada</h2>
<p>Si el consumo supera la horquilla durante varias noches, algo ha cambiado en el edificio. En noviembre, uno de ellos gastaba cada noche un 14 por ciento más de calor de lo esperado, sin que nadie se quejara. La causa era una válvula que ya no cerraba. La reparación costó 180 euros; la válvula llevaba abierta, probablemente, desde la primavera. Es la misma idea que aplica nuestro <a href="/projects/press-watch/">Vigía de prensas</a> a las máquinas: aprender lo normal, avisar de lo que no lo es y dejar que las personas averigüen por qué.</p>
<h2>Antes de empezar</h2>
<ul>
<li>Reúna un año completo de valores horarios. Con menos, el modelo no conoce una de las estaciones.</li>
<li>Anote los cambios: un inquilino nuevo, ventanas nuevas, una sala de servidores que se traslada. Sin esas notas, el modelo aprende de un edificio que ya no existe.</li>
<li>Pregunte qué se hará con la previsión. Si nadie cambia nada gracias a ella, la semana pasada es suficiente.</li>
</ul>`,
        metadata: {
          description: 'Previsión energética de nueve edificios de oficinas: un rival sencillo, cinco entradas, una prueba honesta y la incertidumbre a la vista.',
          keywords: 'previsión energética, edificios, previsión de carga, incertidumbre, gestión de instalaciones',
        },
      },
    },
  },
  {
    slug: 'the-first-90-days-of-an-ai-strategy',
    title: 'The first 90 days of an AI strategy',
    excerpt:
      'Three months, three phases and a list of things to stop doing. How we find out with a company which ideas are worth building, week by week.',
    imageUrl: '/images/post-strategy-first-90-days.webp',
    category: 'Strategy',
    publishedAt: '2026-01-22T08:45:00.000Z',
    content: `<p>Most AI strategies that we are shown are lists of tools. They answer the question “what could we use?” and are out of date when they come back from the printer. We prefer a duller question: which task in this company takes too long, goes wrong too often or is not done at all, and what would it be worth to change that? Ninety days are enough for a first answer. This is how we divide them.</p>
<h2>Days 1 to 30: look and count</h2>
<p>In the first month nothing is built. Two of us go where the work is done and keep a tally: which task, how often, how long, what went wrong, what it cost. We ask people to show us the spreadsheet that nobody is supposed to know about, because it usually marks the place where the official system does not fit.</p>
<p>At the end there is a list of fifteen to thirty tasks with four figures each. It is plain and often the first list of its kind in the house.</p>
<table>
<thead><tr><th>Task (a property manager)</th><th>Per year</th><th>Minutes</th><th>Errors</th><th>Cost of an error</th></tr></thead>
<tbody>
<tr><td>Typing lease data into the system</td><td>400</td><td>74</td><td>4 %</td><td>high</td></tr>
<tr><td>Answering questions about service charges</td><td>5,200</td><td>9</td><td>unknown</td><td>low</td></tr>
<tr><td>Assigning repair requests to trades</td><td>8,100</td><td>3</td><td>12 %</td><td>medium</td></tr>
</tbody>
</table>
<h2>Days 31 to 45: choose, and cross out</h2>
<p>Then everyone concerned meets for one day, with the list on the wall. For each task we ask five questions, in this order:</p>
<ol>
<li>Can it be left out?</li>
<li>Can a better form, a rule or a template solve it?</li>
<li>Is the information that it needs written down anywhere?</li>
<li>Will somebody notice a wrong answer, and in time?</li>
<li>Who will look after the solution in two years?</li>
</ol>
<p>The first two questions usually dispose of a third of the list, without any AI. The third and fourth remove another third. What remains is ranked by value and by how quickly we would know whether we were wrong. Two or three tasks go on. The rest are crossed out visibly, with the reason beside them, so that they do not come back in the autumn.</p>
<h2>Days 46 to 80: trials with an exit</h2>
<p>For each chosen task there is a trial of five weeks at most. Before it starts, one page is filled in and signed:</p>
<pre><code>Task:            Assign repair requests to trades
Baseline:        12 % wrong, 3 minutes each
Goal:            at most 6 % wrong
Stop if:         more than 9 % wrong after 300 requests
Tested with:     300 requests from last autumn, answers checked by two people
Decides:         head of maintenance
Costs at most:   18 working days</code></pre>
<p>The line that begins with “Stop if” is the most useful one. Without it, every disappointing trial gets another month. With it, stopping is not a defeat but the execution of a plan. Of the last eleven trials we ran, four were stopped. Each of them cost less than the workshop in which it would otherwise have been discussed.</p>
<h2>Days 81 to 90: decide</h2>
<p>The result is a document of about ten pages: the list, the trials with their figures, a recommendation for each, the costs of operation over three years and the duties that the law brings with it. For some uses the European AI Act asks for documentation and human oversight; it is cheaper to know that now than later. The document belongs to the customer and is written so that another firm could carry it out.</p>
<blockquote><p>We had expected a vision. We got a list on which two thirds were crossed out, and it is still hanging there.</p></blockquote>
<h2>What tends to go wrong</h2>
<ul>
<li><strong>The tour of the tools.</strong> Three vendors show demonstrations before anybody has counted anything. From then on the discussion is about products.</li>
<li><strong>The average.</strong> “We need about ten minutes” is rarely true. It is four minutes for most cases and an hour for the few that matter.</li>
<li><strong>The missing owner.</strong> A trial without a person who wants the result ends as a presentation.</li>
</ul>
<p>How such a strategy can lead to less software than expected is shown by the <a href="/projects/shift-planner/">Shift Planner</a>, where a simple form did most of the work. If you would like to draw up the first list yourself, <a href="/contact/">write to us</a>; we will gladly send you the tally sheet.</p>`,
    metadata: {
      title: 'The first 90 days of an AI strategy, week by week',
      description: 'Count first, cross out, run trials with a stop rule, then decide: how the first 90 days of an AI strategy can end in something useful.',
      keywords: 'AI strategy, pilot project, baseline, stop rule, AI Act',
    },
    translations: {
      es: {
        title: 'Los primeros 90 días de una estrategia de IA',
        excerpt:
          'Tres meses, tres fases y una lista de cosas que dejar de hacer. Cómo averiguamos con una empresa, semana a semana, qué ideas merece la pena construir.',
        content: `<p>La mayoría de las estrategias de IA que nos enseñan son listas de herramientas. Responden a la pregunta «¿qué podríamos usar?» y ya están anticuadas cuando vuelven de la imprenta. Preferimos una pregunta más aburrida: ¿qué tarea de esta empresa lleva demasiado tiempo, sale mal con demasiada frecuencia o no se hace, y cuánto valdría cambiarlo? Noventa días bastan para una primera respuesta. Así los repartimos.</p>
<h2>Días 1 a 30: mirar y contar</h2>
<p>Durante el primer mes no se construye nada. Dos de nosotros vamos adonde se hace el trabajo y llevamos la cuenta: qué tarea, con qué frecuencia, cuánto dura, qué salió mal, cuánto costó. Pedimos que nos enseñen esa hoja de cálculo que nadie debería conocer, porque suele señalar el lugar donde el sistema oficial no encaja.</p>
<p>Al final hay una lista de entre quince y treinta tareas con cuatro cifras cada una. Es sencilla y, a menudo, la primera de su clase en la casa.</p>
<table>
<thead><tr><th>Tarea (una gestora de inmuebles)</th><th>Al año</th><th>Minutos</th><th>Errores</th><th>Coste de un error</th></tr></thead>
<tbody>
<tr><td>Copiar datos de contratos al sistema</td><td>400</td><td>74</td><td>4 %</td><td>alto</td></tr>
<tr><td>Responder a preguntas sobre gastos comunes</td><td>5200</td><td>9</td><td>desconocido</td><td>bajo</td></tr>
<tr><td>Asignar avisos de reparación a los oficios</td><td>8100</td><td>3</td><td>12 %</td><td>medio</td></tr>
</tbody>
</table>
<h2>Días 31 a 45: elegir y tachar</h2>
<p>Después, todas las personas implicadas se reúnen un día, con la lista en la pared. De cada tarea hacemos cinco preguntas, en este orden:</p>
<ol>
<li>¿Se puede suprimir?</li>
<li>¿La resuelve un formulario mejor, una regla o una plantilla?</li>
<li>¿Está escrita en algún sitio la información que necesita?</li>
<li>¿Se dará cuenta alguien de una respuesta equivocada, y a tiempo?</li>
<li>¿Quién cuidará de la solución dentro de dos años?</li>
</ol>
<p>Las dos primeras preguntas suelen despachar un tercio de la lista, sin IA alguna. La tercera y la cuarta eliminan otro tercio. Lo que queda se ordena por su valor y por lo pronto que sabríamos que nos equivocamos. Siguen adelante dos o tres tareas. Las demás se tachan a la vista de todos, con el motivo al lado, para que no vuelvan en otoño.</p>
<h2>Días 46 a 80: ensayos con salida</h2>
<p>Cada tarea elegida tiene un ensayo de cinco semanas como máximo. Antes de empezar se rellena y se firma una página:</p>
<pre><code>Tarea:             Asignar avisos de reparación a los oficios
Punto de partida:  12 % de errores, 3 minutos cada uno
Objetivo:          6 % de errores como máximo
Parar si:          hay más de un 9 % de errores tras 300 avisos
Se prueba con:     300 avisos del otoño pasado, revisados por dos personas
Decide:            la jefa de mantenimiento
Cuesta como mucho: 18 días de trabajo</code></pre>
<p>La línea más útil es la que empieza por «Parar si». Sin ella, cada ensayo decepcionante recibe un mes más. Con ella, parar no es una derrota, sino cumplir un plan. De los últimos once ensayos que hicimos, se pararon cuatro. Cada uno costó menos que la jornada en la que, de otro modo, se habría discutido.</p>
<h2>Días 81 a 90: decidir</h2>
<p>El resultado es un documento de unas diez páginas: la lista, los ensayos con sus cifras, una recomendación para cada uno, los costes de funcionamiento a tres años y las obligaciones que impone la ley. Para algunos usos, el Reglamento europeo de IA exige documentación y supervisión humana; sale más barato saberlo ahora que después. El documento es del cliente y está escrito para que otra empresa pudiera llevarlo a cabo.</p>
<blockquote><p>Esperábamos una visión. Nos dieron una lista con dos tercios tachados, y ahí sigue colgada.</p></blockquote>
<h2>Qué suele salir mal</h2>
<ul>
<li><strong>La ronda de herramientas.</strong> Tres proveedores hacen demostraciones antes de que nadie haya contado nada. A partir de ahí se discute sobre productos.</li>
<li><strong>La media.</strong> «Tardamos unos diez minutos» rara vez es cierto. Son cuatro minutos en la mayoría de los casos y una hora en los pocos que importan.</li>
<li><strong>La falta de dueño.</strong> Un ensayo sin una persona que quiera el resultado acaba en una presentación.</li>
</ul>
<p>El <a href="/projects/shift-planner/">Planificador de turnos</a> muestra cómo una estrategia así puede llevar a menos software del esperado: allí, un simple formulario hizo la mayor parte del trabajo. Si quiere elaborar usted la primera lista, <a href="/contact/">escríbanos</a>; le enviaremos con gusto la hoja de recuento.</p>`,
        metadata: {
          title: 'Los primeros 90 días de una estrategia de IA, semana a semana',
          description: 'Contar primero, tachar, ensayar con una regla de parada y decidir: cómo hacer útiles los primeros 90 días de una estrategia de IA.',
          keywords: 'estrategia de IA, proyecto piloto, punto de partida, regla de parada, Reglamento de IA',
        },
      },
    },
  },
]
