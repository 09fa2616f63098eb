/**
 * Returns the check digit of a GS1 key (GTIN, and ISBN-13 as one of them) from the digits before it: weights 3 and 1
 * alternate from the right, the digit completes the sum to a multiple of ten (GS1 General Specifications 7.9).
 */
export function gs1CheckDigit(digits: string): string {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const weight = (digits.length - i) % 2 === 1 ? 3 : 1;
    sum += Number(digits[i]) * weight;
  }
  return String((10 - (sum % 10)) % 10);
}

/**
 * Returns the check character of an ISBN-10 from its nine digits: weights 10 to 2, modulo 11, `X` for ten (ISO 2108).
 */
export function isbn10CheckCharacter(digits: string): string {
  let sum = 0;
  for (let i = 0; i < 9; i++) sum += Number(digits[i]) * (10 - i);
  const check = (11 - (sum % 11)) % 11;
  return check === 10 ? 'X' : String(check);
}
