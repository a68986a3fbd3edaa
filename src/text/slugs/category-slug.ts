import { slugify } from './slug'

const signs: Record<string, string> = { '+': 'plus', '#': 'sharp', '♯': 'sharp', '*': 'star' }

/** The slug of a category: signs at the end of a word tell categories apart, such as C, C++, C# and .NET. */
export const categorySlug = (category: string): string =>
  slugify(
    category
      .replace(/(?<=[\p{L}\p{N}+#♯*])[+#♯*]/gu, (sign) => `-${signs[sign]}-`)
      .replace(/(?<![\p{L}\p{N}.])\.(?=\p{L})/gu, 'dot-'),
  )
