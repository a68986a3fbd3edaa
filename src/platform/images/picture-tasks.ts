/**
 * The tasks that run in picture processes. The owner of a task declares it beside its code, and the entry
 * `picture-process.ts` registers it: `declare module '#platform/images/picture-tasks' { interface PictureTasks { … } }`.
 */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface PictureTasks {}
