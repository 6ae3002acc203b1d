/** The version of the contract that the instance answers as: that of the recorded original. */
export const CONTRACT_VERSION = '7.6.5'
