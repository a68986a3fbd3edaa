import { folded } from '#text/fold'

/** The usual names of a column, the preferred first: in letters and digits only, without accents. */
const namesOf = {
  title: 'title posttitle articletitle titulo titulodelpost titulodelaentrada headline name nombre',
  slug: 'slug postslug urlslug posturlslug postname handle urlhandle slugdelaurl urlamigable identificador',
  address: 'posturl postpageurl pageurl articleurl permalink url link canonicalurl enlace enlacepermanente',
  id: 'postid',
  description:
    'description subtitle excerpt summary postsummary postexcerpt summaryhtml shortdescription teaser descripcion subtitulo resumen extracto entradilla bajada',
  content:
    'content postbody body bodyhtml postcontent contenthtml html bodycontent text article contenido cuerpo cuerpodelpost contenidohtml texto plaincontent plaintext richtext richcontent',
  publishedAt:
    'publishedat publishedon publisheddate publicationdate publishdate postdate datepublished pubdate firstpublished firstpublisheddate published date fechadepublicacion fechapublicacion publicadoel publicadoen fecha',
  createdAt: 'createdat createdon createddate created fechadecreacion',
  status: 'status poststatus publicationstatus ispublished published estado publicado',
  draft: 'draft isdraft borrador esunborrador',
  archived: 'archived isarchived archivado',
  audience: 'audience postaccess visibility visibilidad',
  category: 'category maincategory postcategory categoria categoriaprincipal section seccion topic tema',
  categories: 'categories categorias topics temas tags tag posttags etiquetas etiqueta',
  author: 'author authors authorname postauthor writer byline autor autora autores autornombre nombredelautor',
  image:
    'image imageurl coverimage coverimageurl mainimage featuredimage featuredimageurl featureimage featureimageurl heroimage headerimage postimage bannerimage imagesrc cover picture photo banner thumbnail thumbnailimage thumbnailurl imagen imagendestacada imagendeportada imagenprincipal urldelaimagen portada foto miniatura',
  imageAlt:
    'imagealt imagealttext coverimagealt coverimagealttext mainimagealt featuredimagealt featuredimagealttext alttext textoalternativo',
  language: 'language lang locale postlanguage idioma lengua',
  metaTitle: 'metatitle seotitle titletag titletagseo metatitulo tituloseo',
  metaDescription: 'metadescription seodescription metadescripcion descripcionseo',
} as const satisfies Record<string, string>
export type Field = keyof typeof namesOf
const fields = Object.keys(namesOf) as Field[]

/** `at`: the places of the understood columns; `unknown`: the names of the others. */
export type Columns = { at: ReadonlyMap<Field, number>; unknown: string[] }

/** The columns of a table of posts by its header row; undefined if it is the table of something else. */
export function columnsOf(header: readonly string[]): Columns | undefined {
  const plain = header.map((name) => folded(name).replaceAll(/[^\p{L}\p{N}]/gu, ''))
  const taken = new Set<number>()
  const at = new Map<Field, number>()
  for (const field of fields) {
    // A post has one category.
    if (field === 'categories' && at.has('category')) continue
    const place = namesOf[field]
      .split(' ')
      .map((name) => plain.findIndex((one, index) => one === name && !taken.has(index)))
      .find((index) => index !== -1)
    if (place === undefined) continue
    taken.add(place)
    at.set(field, place)
  }
  const title = plain[at.get('title') ?? -1]
  // Tables of people and products have names, too.
  const isPosts = /^(?:name|nombre)$/.test(title ?? '') ? at.has('content') && at.has('slug') : title !== undefined
  const unknown = header.flatMap((name, index) => (taken.has(index) ? [] : [name.trim() || `${index + 1}`]))
  return isPosts ? { at, unknown } : undefined
}
