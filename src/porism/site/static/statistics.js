// The paired test of two models, as `porism.stats.comparison` has it: the same figures.
"use strict";

const FINEST_STEP = 1000;
const LONGEST_SUPPORT = 65536;
const RESAMPLES = 100000;

// First less second on each shared problem: mean, 95 % interval, and p of the sign-flip test.
function pairedTest(differences) {
  const count = differences.length;
  const mean = differences.reduce((sum, d) => sum + d, 0) / count;
  const squares = differences.reduce((sum, d) => sum + (d - mean) ** 2, 0);
  const half = count > 1 ? studentQuantile(count - 1) * Math.sqrt(squares / (count - 1) / count) : Infinity;
  const steps = wholeSteps(differences);
  return {
    problems: count,
    difference: mean,
    low: Math.max(-1, mean - half),
    high: Math.min(1, mean + half),
    p: steps ? exactP(steps) : sampledP(differences),
    exact: steps !== null,
  };
}

// Within which 95 % of Student's distribution lie; Abramowitz and Stegun (1964), 26.7.3 and 26.7.4.
function studentQuantile(freedom) {
  let low = 0, high = Math.PI / 2;
  for (let halvings = 0; halvings < 60; halvings++) {
    const angle = (low + high) / 2;
    if (studentCentre(angle, freedom) < 0.95) low = angle; else high = angle;
  }
  return Math.sqrt(freedom) * Math.tan(low);
}

function studentCentre(angle, freedom) {
  const sine = Math.sin(angle), cosine = Math.cos(angle), odd = freedom % 2;
  let term = odd ? cosine : 1, sum = freedom > 1 ? term : 0;
  for (let k = odd + 2; k < freedom; k += 2) {
    term *= (k - 1) / k * cosine ** 2;
    sum += term;
  }
  return odd ? 2 / Math.PI * (angle + sine * sum) : sine * sum;
}

// The differences in whole numbers of a common step; null where there is no coarse one.
function wholeSteps(differences) {
  for (let scale = 1; scale <= FINEST_STEP; scale++) {
    const whole = differences.map((d) => Math.round(d * scale));
    if (whole.some((step, n) => Math.abs(differences[n] * scale - step) > 1e-9)) continue;
    const reach = whole.reduce((sum, step) => sum + Math.abs(step), 0);
    return 2 * reach < LONGEST_SUPPORT ? whole : null;
  }
  return null;
}

// How often all ways to give the differences signs make a sum at least as far from 0.
function exactP(steps) {
  const sizes = steps.map(Math.abs).filter(Boolean);
  const reach = sizes.reduce((sum, size) => sum + size, 0);
  const observed = Math.abs(steps.reduce((sum, step) => sum + step, 0));
  let chances = new Float64Array(2 * reach + 1);
  chances[reach] = 1;
  let far = 0;
  for (const size of sizes) {
    const next = new Float64Array(2 * reach + 1);
    for (let at = reach - far; at <= reach + far; at++) {
      next[at - size] += chances[at] / 2;
      next[at + size] += chances[at] / 2;
    }
    chances = next;
    far += size;
  }
  return Math.min(1, chances.reduce((sum, chance, at) => Math.abs(at - reach) >= observed ? sum + chance : sum, 0));
}

function sampledP(differences) {
  const moving = Float64Array.from(differences.filter(Boolean));
  const size = moving.reduce((total, d) => total + Math.abs(d), 0);
  const bound = Math.abs(moving.reduce((total, d) => total + d, 0)) - 1e-9 * size;
  const draw = randomWords();
  let extreme = 0;
  for (let n = 0; n < RESAMPLES; n++) {
    let sum = 0, signs = 0;
    for (let k = 0; k < moving.length; k++) {
      if (k % 32 === 0) signs = draw();
      sum += signs & 1 ? moving[k] : -moving[k];
      signs >>>= 1;
    }
    extreme += Math.abs(sum) >= bound;
  }
  return (1 + extreme) / (1 + RESAMPLES);
}

// 32 random signs at a time, the same on every visit: Marsaglia (2003), "Xorshift RNGs".
function randomWords() {
  let state = 2463534242;
  return () => {
    state ^= state << 13; state ^= state >>> 17; state ^= state << 5;
    return state;
  };
}
