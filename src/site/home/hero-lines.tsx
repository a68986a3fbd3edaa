/** Decorative: the three industries on one plate. Every path is one long, so that the stylesheet can draw it in. */
export function HeroLines() {
  return (
    <>
      <path
        className="drawing-fine"
        pathLength="1"
        d="M429 245l-343 198m371.5-181.5l-343 198m371.5-181.5l-343 198m371.5-181.5l-343 198m371.5-181.5l-343 198m371.5-181.5l-343 198m371.5-181.5l-343 198m371.5-181.5l-343 198m371.5-181.5l-343 198m371.5-181.5l-343 198m371.5-181.5l-343 198M371 245l343 198m-371.5-181.5l343 198m-371.5-181.5l343 198m-371.5-181.5l343 198m-371.5-181.5l343 198m-371.5-181.5l343 198m-371.5-181.5l343 198m-371.5-181.5l343 198m-371.5-181.5l343 198m-371.5-181.5l343 198m-371.5-181.5l343 198"
      />
      <path
        className="drawing-line"
        pathLength="1"
        d="M400 228l343 198l-343 198l-343-198zM57 426v12l343 198l343-198v-12M400 624v12"
      />
      <path className="drawing-signal" pathLength="1" d="M163 448l-20 11l117 68l171-99" />
      <path className="drawing-signal" pathLength="1" d="M431 428l-40-23l35-20l-20-12" />
      <path className="drawing-signal" pathLength="1" d="M406 495l-46-26" />
      <path
        className="drawing-fine"
        pathLength="1"
        d="M57 426l-34 20M400 624l-34 20M23 446l343 198M17 452l12-12M360 650l12-12M400 624l34 20M743 426l34 20M434 644l343-198M428 650l12-12M771 452l12-12"
      />
      <path
        className="drawing-fine"
        pathLength="1"
        d="M300 319l-46-27v-214M300 105l-54-31M248 298l12-12M248 85l12-12"
      />
      <path
        className="drawing-fine"
        pathLength="1"
        d="M36 78a26 26 0 1 0 52 0a26 26 0 1 0-52 0M62 116v-82M62 34l7 17h-14zM28 78h68"
      />
      <path className="drawing-line" pathLength="1" d="M36 78a26 26 0 0 1 26-26" />
      <path
        className="drawing-line drawing-fill"
        pathLength="1"
        d="M400 122l100 58v139l-100 58l-100-58v-139zM500 180l-100 58l-100-58M400 238v139"
      />
      <path
        className="drawing-fine"
        pathLength="1"
        d="M300 284l100 58l100-58M300 250l100 57l100-57M300 215l100 58l100-58M309 315l21 12v-17l-21-13zM409 362l21-12v-17l-21 12zM339 332l22 13v-18l-22-12zM439 345l22-13v-17l-22 12zM370 350l21 12v-17l-21-12zM470 327l21-12v-18l-21 13zM309 280l21 12v-17l-21-12zM409 328l21-12v-18l-21 13zM339 298l22 12v-17l-22-12zM439 310l22-12v-17l-22 12zM370 316l21 12v-17l-21-13zM470 292l21-12v-17l-21 12zM309 245l21 12v-17l-21-12zM409 293l21-12v-17l-21 12zM339 263l22 12v-17l-22-12zM439 275l22-12v-17l-22 12zM370 281l21 12v-17l-21-12zM470 257l21-12v-17l-21 12zM309 211l21 12v-17l-21-13zM409 258l21-12v-17l-21 12zM339 228l22 13v-18l-22-12zM439 241l22-13v-17l-22 12zM370 246l21 12v-17l-21-12zM470 223l21-12v-18l-21 13z"
      />
      <path
        className="drawing-fine"
        pathLength="1"
        d="M303 179v-35M497 179v-35M350 206v-35M450 206v-35M398 233v-34M402 233v-34M400 122v-34"
      />
      <path
        className="drawing-line drawing-fill"
        pathLength="1"
        d="M400 82l100 58v6l-100 57l-100-57v-6zM500 140l-100 57l-100-57M400 197v6"
      />
      <path
        className="drawing-fine"
        pathLength="1"
        d="M303 138v-35M497 138v-35M350 165v-34M450 165v-34M398 193v-35M402 193v-35"
      />
      <path
        className="drawing-line drawing-fill"
        pathLength="1"
        d="M400 41l100 58v6l-100 58l-100-58v-6zM500 99l-100 58l-100-58M400 157v6"
      />
      <path className="drawing-line" pathLength="1" d="M389 107v-44M411 107v-44M349 33l200 116l-149-126l-51 10" />
      <path
        className="drawing-fine"
        pathLength="1"
        d="M389 107l22-14l-22-15l22-15l-11-40l-11 40M417 73l13-24l13 39M443 88l13-18l13 33M469 103l12-11l13 25M494 117l13-4l13 19M520 132l13 2l13 13"
      />
      <path className="drawing-fine" pathLength="1" d="M526 136v52M491 205l35-17l34 17" />
      <path
        className="drawing-line drawing-fill"
        pathLength="1"
        d="M526 186l34 20v6l-34 19l-35-19v-6zM560 206l-34 20l-35-20M526 226v5"
      />
      <path
        className="drawing-line drawing-fill"
        pathLength="1"
        d="M652 228l20 12v184l-20 12l-20-12v-184zM672 240l-20 11l-20-11M652 251v185"
      />
      <path className="drawing-fine" pathLength="1" d="M632 256l20 12l20-12" />
      <path
        className="drawing-line drawing-fill"
        pathLength="1"
        d="M552 286l48-7l-123 71l-48 7zM600 377v-98l-123 71v98zM429 419l48 29v-98l-48 7z"
      />
      <path
        className="drawing-fine"
        pathLength="1"
        d="M482 376l26-15v-22l-26 14zM512 359l25-14v-23l-25 14zM541 342l25-14v-23l-25 14zM570 325l25-14v-23l-25 15zM439 402l28 17v-23l-28-17z"
      />
      <path
        className="drawing-line drawing-fill"
        pathLength="1"
        d="M600 314l49-7l-123 71l-49 7zM649 405v-98l-123 71v98zM477 448l49 28v-98l-49 7z"
      />
      <path
        className="drawing-fine"
        pathLength="1"
        d="M531 404l25-15v-22l-25 14zM560 387l25-14v-23l-25 14zM589 370l25-14v-23l-25 15zM618 353l26-14v-23l-26 15z"
      />
      <path
        className="drawing-line drawing-fill"
        pathLength="1"
        d="M649 342l48-7l-123 71l-48 7zM697 433v-98l-123 71v98zM526 476l48 28v-98l-48 7z"
      />
      <path
        className="drawing-fine"
        pathLength="1"
        d="M580 432l25-15v-22l-25 14zM609 415l25-14v-23l-25 14zM638 398l25-14v-23l-25 15zM667 381l25-14v-23l-25 15zM536 458l28 17v-23l-28-17z"
      />
      <path className="drawing-fine" pathLength="1" d="M586 474l43-25v-23l-43 25zM640 443l43-25v-23l-43 24z" />
      <path
        className="drawing-line drawing-fill"
        pathLength="1"
        d="M246 287l43-21l-126 73l-43 21zM331 337l-42-71l-126 73l43 71zM331 400v-63l-125 73v62zM120 423l86 49v-62l-43-71l-43 21z"
      />
      <path
        className="drawing-fine"
        pathLength="1"
        d="M214 449l21-12v-28l-21 12zM243 432l22-12v-28l-22 12zM273 415l21-12v-28l-21 12zM302 399l21-13v-28l-21 12zM151 441l23 13v-36l-23-13zM127 409l17 10v-23l-17-10zM181 440l18 10v-23l-18-10zM297 280l-126 73M306 294l-126 73M314 309l-125 72M323 323l-126 72"
      />
      <path
        className="drawing-line"
        pathLength="1"
        d="M174.8 378.5l-0.9-5.9l-2.6-6l-3.9-5.2l-4.6-3.7l-4.6-1.6l-3.9 0.7l-2.6 3l-0.9 4.8l0.9 5.9l2.6 6l3.9 5.2l4.6 3.7l4.6 1.6l3.9-0.7l2.6-3l0.9-4.8z"
      />
      <path className="drawing-line" pathLength="1" d="M163 362v10l6 3" />
      <path
        className="drawing-line drawing-fill"
        pathLength="1"
        d="M260 251l17 10v30l-17 10l-17-10v-30zM277 261l-17 10l-17-10M260 271v30"
      />
      <path className="drawing-line" pathLength="1" d="M260 261v-41l20 20l-20-4" />
      <path className="drawing-fine drawing-fill" pathLength="1" d="M363 377a17 17 0 1 0 34 0a17 17 0 1 0-34 0" />
      <path className="drawing-fine" pathLength="1" d="M380 418v-43M380 391l-11-14" />
      <path className="drawing-fine drawing-fill" pathLength="1" d="M317 403a17 17 0 1 0 34 0a17 17 0 1 0-34 0" />
      <path className="drawing-fine" pathLength="1" d="M334 444v-43M334 418l-11-15" />
      <path className="drawing-fine drawing-fill" pathLength="1" d="M272 429a17 17 0 1 0 34 0a17 17 0 1 0-34 0" />
      <path className="drawing-fine" pathLength="1" d="M289 471v-43M289 444l-12-15" />
      <path
        className="drawing-line drawing-fill"
        pathLength="1"
        d="M483 428l31 18v8l-177 102l-31-18v-8zM514 446l-177 102l-31-18M337 548v8"
      />
      <path
        className="drawing-line"
        pathLength="1"
        d="M463 448v14M494 466v15M391 489v15M423 507v15M314 533v15M346 551v15"
      />
      <path
        className="drawing-fine drawing-fill"
        pathLength="1"
        d="M469 423l19 11v20l-19 11l-19-11v-20zM488 434l-19 11l-19-11M469 445v20"
      />
      <path
        className="drawing-fine drawing-fill"
        pathLength="1"
        d="M426 448l19 11v20l-19 10l-19-10v-20zM445 459l-19 11l-19-11M426 470v19"
      />
      <path
        className="drawing-fine drawing-fill"
        pathLength="1"
        d="M383 473l19 10v20l-19 11l-18-11v-20zM402 483l-19 11l-18-11M383 494v20"
      />
      <path
        className="drawing-fine drawing-fill"
        pathLength="1"
        d="M346 494l19 11v20l-19 11l-19-11v-20zM365 505l-19 11l-19-11M346 516v20"
      />
      <path
        className="drawing-line drawing-fill"
        pathLength="1"
        d="M446 523l28 17v15l-28 16l-29-16v-15zM474 540l-28 16l-29-16M446 556v15"
      />
      <path className="drawing-line drawing-fill" pathLength="1" d="M439 536l4-55l10 5l1 59z" />
      <path className="drawing-line drawing-fill" pathLength="1" d="M449 490l-49-46v-10l49 40z" />
      <path className="drawing-line" pathLength="1" d="M399 440l-17 16M375 465v-10l7 1l7 8v10" />
      <path
        className="drawing-line drawing-fill"
        pathLength="1"
        d="M440 482a8 8 0 1 0 16 0a8 8 0 1 0-16 0M393 438a6 6 0 1 0 12 0a6 6 0 1 0-12 0"
      />
      <path className="drawing-signal drawing-fill" pathLength="1" d="M137 459a6 6 0 1 0 12 0a6 6 0 1 0-12 0" />
      <path className="drawing-signal drawing-fill" pathLength="1" d="M254 527a6 6 0 1 0 12 0a6 6 0 1 0-12 0" />
      <path className="drawing-signal drawing-fill" pathLength="1" d="M354 469a6 6 0 1 0 12 0a6 6 0 1 0-12 0" />
      <path className="drawing-signal drawing-fill" pathLength="1" d="M425 428a6 6 0 1 0 12 0a6 6 0 1 0-12 0" />
      <path className="drawing-signal drawing-fill" pathLength="1" d="M420 385a6 6 0 1 0 12 0a6 6 0 1 0-12 0" />
    </>
  )
}
