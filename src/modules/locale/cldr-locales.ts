/**
 * Every locale with a region that Unicode CLDR 48 knows, the default region of each language included, and the
 * form without script where the script follows from language and region (`zh_CN` beside `zh_Hans_CN`).
 * Codes only: names come from the CLDR data that Node carries.
 */
export const CLDR_LOCALES: readonly string[] = `
  aa_DJ aa_ER aa_ET ab_GE af_NA af_ZA agq_CM ak_GH am_ET an_ES ann_NG apc_SY ar_001 ar_AE ar_BH ar_DJ ar_DZ
  ar_EG ar_EH ar_ER ar_IL ar_IQ ar_JO ar_KM ar_KW ar_LB ar_LY ar_MA ar_MR ar_OM ar_PS ar_QA ar_SA ar_SD
  ar_SO ar_SS ar_SY ar_TD ar_TN ar_YE arn_CL as_IN asa_TZ ast_ES az_AZ az_Arab_IQ az_Arab_IR az_Arab_TR
  az_Cyrl_AZ az_IQ az_IR az_Latn_AZ ba_RU bal_Arab_PK bal_Latn_PK bal_PK bas_CM be_BY bem_ZM bew_ID bez_TZ
  bg_BG bgc_IN bgn_AE bgn_AF bgn_IR bgn_OM bgn_PK bho_IN blo_BJ blt_VN bm_ML bm_Nkoo_ML bn_BD bn_IN bo_CN
  bo_IN bqi_IR br_FR brx_IN bs_BA bs_Cyrl_BA bs_Latn_BA bss_CM bua_RU byn_ER ca_AD ca_ES ca_FR ca_IT cad_US
  cch_NG ccp_BD ccp_IN ce_RU ceb_PH cgg_UG cho_US chr_US cic_US ckb_IQ ckb_IR co_FR cop_EG cs_CZ csw_CA
  cu_RU cv_RU cy_GB da_DK da_GL dav_KE de_AT de_BE de_CH de_DE de_IT de_LI de_LU dje_NE doi_IN dsb_DE dua_CM
  dv_MV dyo_SN dz_BT ebu_KE ee_GH ee_TG el_CY el_GR en_001 en_150 en_AE en_AG en_AI en_AS en_AT en_AU en_BB
  en_BE en_BI en_BM en_BS en_BW en_BZ en_CA en_CC en_CH en_CK en_CM en_CX en_CY en_CZ en_DE en_DG en_DK
  en_DM en_Dsrt_US en_EE en_ER en_ES en_FI en_FJ en_FK en_FM en_FR en_GB en_GD en_GE en_GG en_GH en_GI en_GM
  en_GS en_GU en_GY en_HK en_HU en_ID en_IE en_IL en_IM en_IN en_IO en_IT en_JE en_JM en_JP en_KE en_KI
  en_KN en_KY en_LC en_LR en_LS en_LT en_LV en_MG en_MH en_MO en_MP en_MS en_MT en_MU en_MV en_MW en_MY
  en_NA en_NF en_NG en_NL en_NO en_NR en_NU en_NZ en_PG en_PH en_PK en_PL en_PN en_PR en_PT en_PW en_RO
  en_RW en_SB en_SC en_SD en_SE en_SG en_SH en_SI en_SK en_SL en_SS en_SX en_SZ en_Shaw_GB en_TC en_TK en_TO
  en_TT en_TV en_TZ en_UA en_UG en_UM en_US en_VC en_VG en_VI en_VU en_WS en_ZA en_ZM en_ZW eo_001 es_419
  es_AR es_BO es_BR es_BZ es_CL es_CO es_CR es_CU es_DO es_EA es_EC es_ES es_GQ es_GT es_HN es_IC es_MX
  es_NI es_PA es_PE es_PH es_PR es_PY es_SV es_US es_UY es_VE et_EE eu_ES ewo_CM fa_AF fa_IR ff_Adlm_BF
  ff_Adlm_CM ff_Adlm_GH ff_Adlm_GM ff_Adlm_GN ff_Adlm_GW ff_Adlm_LR ff_Adlm_MR ff_Adlm_NE ff_Adlm_NG
  ff_Adlm_SL ff_Adlm_SN ff_BF ff_CM ff_GH ff_GM ff_GN ff_GW ff_LR ff_Latn_BF ff_Latn_CM ff_Latn_GH
  ff_Latn_GM ff_Latn_GN ff_Latn_GW ff_Latn_LR ff_Latn_MR ff_Latn_NE ff_Latn_NG ff_Latn_SL ff_Latn_SN ff_MR
  ff_NE ff_NG ff_SL ff_SN fi_FI fil_PH fo_DK fo_FO fr_BE fr_BF fr_BI fr_BJ fr_BL fr_CA fr_CD fr_CF fr_CG
  fr_CH fr_CI fr_CM fr_DJ fr_DZ fr_FR fr_GA fr_GF fr_GN fr_GP fr_GQ fr_HT fr_KM fr_LU fr_MA fr_MC fr_MF
  fr_MG fr_ML fr_MQ fr_MR fr_MU fr_NC fr_NE fr_PF fr_PM fr_RE fr_RW fr_SC fr_SN fr_SY fr_TD fr_TG fr_TN
  fr_VU fr_WF fr_YT frr_DE fur_IT fy_NL ga_GB ga_IE gaa_GH gd_GB gez_ER gez_ET gl_ES gn_PY gsw_CH gsw_FR
  gsw_LI gu_IN guz_KE gv_IM ha_Arab_NG ha_Arab_SD ha_GH ha_NE ha_NG ha_SD haw_US he_IL hi_IN hi_Latn_IN
  hnj_Hmnp_US hnj_US hr_BA hr_HR hsb_DE ht_HT hu_HU hy_AM ia_001 id_ID ie_EE ig_NG ii_CN io_001 is_IS it_CH
  it_IT it_SM it_VA iu_CA iu_Latn_CA ja_JP jbo_001 jgo_CM jmc_TZ jv_ID ka_GE kaa_Cyrl_UZ kaa_Latn_UZ kaa_UZ
  kab_DZ kaj_NG kam_KE kcg_NG kde_TZ kea_CV kek_GT ken_CM kgp_BR khq_ML ki_KE kk_Arab_CN kk_CN kk_Cyrl_KZ
  kk_KZ kkj_CM kl_GL kln_KE km_KH kn_IN ko_CN ko_KP ko_KR kok_Deva_IN kok_IN kok_Latn_IN kpe_GN kpe_LR
  ks_Arab_IN ks_Deva_IN ks_IN ksb_TZ ksf_CM ksh_DE ku_Arab_IQ ku_Arab_IR ku_IQ ku_IR ku_Latn_IQ ku_Latn_SY
  ku_Latn_TR ku_SY ku_TR kw_GB kxv_Deva_IN kxv_IN kxv_Latn_IN kxv_Orya_IN kxv_Telu_IN ky_KG la_VA lag_TZ
  lb_LU lg_UG lij_IT lkt_US lld_IT lmo_IT ln_AO ln_CD ln_CF ln_CG lo_LA lrc_IQ lrc_IR lt_LT ltg_LV lu_CD
  luo_KE luy_KE lv_LV lzz_TR mai_IN mas_KE mas_TZ mdf_RU mer_KE mfe_MU mg_MG mgh_MZ mgo_CM mhn_IT mi_NZ
  mic_CA mk_MK ml_IN mn_CN mn_MN mn_Mong_CN mn_Mong_MN mni_Beng_IN mni_IN mni_Mtei_IN moh_CA mr_IN
  ms_Arab_BN ms_Arab_MY ms_BN ms_ID ms_MY ms_SG mt_MT mua_CM mus_US mww_Hmnp_US mww_US my_MM myv_RU mzn_IR
  naq_NA nb_NO nb_SJ nd_ZW nds_DE nds_NL ne_IN ne_NP nl_AW nl_BE nl_BQ nl_CW nl_NL nl_SR nl_SX nmg_CM nn_NO
  nnh_CM nqo_GN nr_ZA nso_ZA nus_SS nv_US ny_MW nyn_UG oc_ES oc_FR oka_CA oka_US om_ET om_KE or_IN os_GE
  os_RU osa_US pa_Arab_PK pa_Guru_IN pa_IN pa_PK pap_AW pap_CW pcm_NG pi_GB pi_Latn_GB pis_SB pl_PL pms_IT
  prg_PL ps_AF ps_PK pt_AO pt_BR pt_CH pt_CV pt_GQ pt_GW pt_LU pt_MO pt_MZ pt_PT pt_ST pt_TL qu_BO qu_EC
  qu_PE quc_GT raj_IN rhg_BD rhg_MM rhg_Rohg_BD rhg_Rohg_MM rif_MA rm_CH rn_BI ro_MD ro_RO rof_TZ ru_BY
  ru_KG ru_KZ ru_MD ru_RU ru_UA rw_RW rwk_TZ sa_IN sah_RU saq_KE sat_Deva_IN sat_IN sat_Olck_IN sbp_TZ sc_IT
  scn_IT sd_Arab_PK sd_Deva_IN sd_IN sd_PK sdh_IQ sdh_IR se_FI se_NO se_SE seh_MZ ses_ML sg_CF sgs_LT
  shi_Latn_MA shi_MA shi_Tfng_MA shn_MM shn_TH si_LK sid_ET sk_SK skr_PK sl_SI sma_NO sma_SE smj_NO smj_SE
  smn_FI sms_FI sn_ZW so_DJ so_ET so_KE so_SO sq_AL sq_MK sq_XK sr_BA sr_Cyrl_BA sr_Cyrl_ME sr_Cyrl_RS
  sr_Cyrl_XK sr_Latn_BA sr_Latn_ME sr_Latn_RS sr_Latn_XK sr_ME sr_RS sr_XK ss_SZ ss_ZA ssy_ER st_LS st_ZA
  su_ID su_Latn_ID suz_Deva_NP suz_NP suz_Sunu_NP sv_AX sv_FI sv_SE sw_CD sw_KE sw_TZ sw_UG syr_IQ syr_SY
  szl_PL ta_IN ta_LK ta_MY ta_SG te_IN teo_KE teo_UG tg_TJ th_TH ti_ER ti_ET tig_ER tk_TM tn_BW tn_ZA to_TO
  tok_001 tpi_PG tr_CY tr_TR trv_TW trw_PK ts_ZA tt_RU twq_NE tyv_RU tzm_MA ug_CN uk_UA ur_IN ur_PK uz_AF
  uz_Arab_AF uz_Cyrl_UZ uz_Latn_UZ uz_UZ vai_LR vai_Latn_LR vai_Vaii_LR ve_ZA vec_IT vi_VN vmw_MZ vo_001
  vun_TZ wa_BE wae_CH wal_ET wbp_AU wo_SN xh_ZA xnr_IN xog_UG yav_CM yi_UA yo_BJ yo_NG yrl_BR yrl_CO yrl_VE
  yue_CN yue_HK yue_Hans_CN yue_Hant_CN yue_Hant_HK yue_Hant_MO yue_MO za_CN zgh_MA zh_CN zh_HK zh_Hans_CN
  zh_Hans_HK zh_Hans_MO zh_Hans_MY zh_Hans_SG zh_Hant_HK zh_Hant_MO zh_Hant_MY zh_Hant_TW zh_Latn_CN zh_MO
  zh_MY zh_SG zh_TW zu_ZA
`
  .trim()
  .split(/\s+/);
