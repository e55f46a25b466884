/** Why something does not arrive, where that may be a provider's code. */
export const reasonInWords = (reason: string) => reason.replaceAll('_', ' ');
