import type { AnyElysia } from 'elysia'
import type { Due } from './due'
import type { Kind, Listener } from './events'
import type { Services } from './services'
import type { PlainForm } from './writes/plain-form'

/** What a part of the product brings with it, as `app/features.ts` lists it. */
export type Feature = {
  /** Its routes below `/api`. */
  api?: (services: Services) => AnyElysia
  reads?: readonly PublicRead[]
  forms?: readonly PlainForm[]
  listeners?: readonly Listener[]
  due?: readonly Due[]
}

/** Reads of the API that all visitors share: their answers, and the pages made of them, are kept until one of `kinds` is written. */
export type PublicRead = {
  /** As the first part of the query keys: `/api/blog`. */
  address: string
  kinds: readonly Kind[]
  /** What may follow the address, query included, where the answer itself is to be kept: few enough addresses to be worth it. */
  rest: RegExp
}
