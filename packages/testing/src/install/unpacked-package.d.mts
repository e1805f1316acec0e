export const unpackedPackage: (name: string, version: string) => string;
