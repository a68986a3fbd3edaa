export type Point = readonly [number, number]
