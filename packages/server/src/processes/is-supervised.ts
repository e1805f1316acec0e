/** Whether another process of the product started this one, hears that it is ready, and starts it again. */
export const isSupervised = (): boolean => process.send !== undefined;
