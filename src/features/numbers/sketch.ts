/**
 * How many places there are for visitors: enough that two of a hundred hardly ever share one, and so few that thousands of
 * pairs of an address and a browser lead to each.
 */
export const sketchBits = 131_072
