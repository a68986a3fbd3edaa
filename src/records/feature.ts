import type { Feature } from '#base/feature'
import type { RecordKind } from './record'

/** A feature that may keep records, and says of which kinds. */
export type RecordFeature = Feature & { kinds?: readonly RecordKind[] }
