/**
 * QR codes of level M in byte mode as another encoder made them (qr 0.7.0), which a third program reads (jsQR 1.4.0): a
 * row is its modules as a number in hexadecimal digits, dark is 1. Encoders weigh the masks each in its own way; these are
 * texts for which both take the same one.
 */
export const KNOWN_CODES: readonly { text: string; rows: string }[] = [
  {
    text: 'scn1a',
    rows: [
      '1fcc7f 104f41 17555d 175a5d 17595d 105a41 1fd57f 1800 17ca7c 1c2fc5 1bd56a 130bcf 11e920 192b 1fc292',
      '105c36 175e9a 175fe4 17596c 104bcc 1fd522',
    ].join(' '),
  },
  {
    text: 'https://registry.example.org/search?symbol=KCNQ2&taxonId=9606',
    rows: [
      '1fdc5be7f 105d94b41 174fa725d 17501ad5d 17436a35d 104912141 1fd55557f 1609000 16e75cb4b 1f898f66d',
      'f5c94fbb 9972242b 1ce771fb8 d99e272a aee57d7c 18ac148fc 4ff45cdc 594a9359 124424836 da8ed513',
      '10c60cd2e 150207741 573dd27b b8f571d0 10495d3fb 1d3a318 1fd087f50 105195b1e 174b70bf7 17597de2d',
      '175b38768 104c9a3b1 1fddbea5c',
    ].join(' '),
  },
  {
    text: 'https://registry.example.org/search?symbol=SCN1A&taxonId=9606&orthologTaxonId=10090&tiers=TIER1&researcherCategories=IN_VIVO&lang=fr',
    rows: [
      '1fdffb5dd597f 105351d4f6741 1755f57279b5d 174f7b9b7fa5d 1756e9fd4b85d 104db6c581441 1fd555555557f',
      'a03454ce00 13ff8f7d6b297 9a5bf754e5ec 1571503038169 1981a0e4706b5 135e1f1d556b0 15864ce5d8672',
      '75a0b9f9df23 bbfc6819ef75 137d6e95af236 1b8592481cb6c 9608888c19cd 1e82a0818f40b 19502fbd4b6e3',
      '192263f8cff64 7fa56febc3fd 1b1abf4672b1d 1f5314d5b5b5a f1031c55951c 1bf9197f387f7 1b14d6764ec97',
      '11683ff831e76 1a8b7c4e6faaa 1ef6d924b5265 49fe72250349 1e706fd7ebb9f 595373b74e9c ef112ae583d9',
      '1000a2365c78d 155b3a65777c2 19acd5765a7bd 8d6b613214e3 e20986aeee6c 1c5492fc997fc 16a04665b14',
      '1fdf7b5483955 105f3a45e2f12 175dea7dcbdf1 175bf684d6f61 1740e01d878f2 10403bc10a3cf 1fdb2274896bd',
    ].join(' '),
  },
];
